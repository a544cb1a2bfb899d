// Lists of descriptors.
#ifndef HOSTACL_CORE_LIST_H_
#define HOSTACL_CORE_LIST_H_

#include <vector>

#include "runtime/handle.h"

namespace hostacl {

// The handles of the elements, which the list owns; null where the caller gave null.
struct List {
  std::vector<const void*> elements;
};

HandleTable<List>& TensorLists();

}  // namespace hostacl

#endif  // HOSTACL_CORE_LIST_H_
