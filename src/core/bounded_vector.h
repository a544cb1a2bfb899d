// A vector that lies in the object itself: first phases make many short ones.
#ifndef HOSTACL_CORE_BOUNDED_VECTOR_H_
#define HOSTACL_CORE_BOUNDED_VECTOR_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <utility>

namespace hostacl {

// At most kCapacity elements; one more throws std::out_of_range.
template <typename T, size_t kCapacity>
class BoundedVector {
 public:
  BoundedVector() = default;
  BoundedVector(std::initializer_list<T> elements) {
    for (const T& element : elements) push_back(element);
  }

  void push_back(const T& element) { elements_.at(size_++) = element; }
  void push_back(T&& element) { elements_.at(size_++) = std::move(element); }
  // Takes out the element at a position below size().
  void Erase(size_t position) {
    std::move(begin() + position + 1, end(), begin() + position);
    --size_;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return elements_.data(); }
  T* end() { return elements_.data() + size_; }
  const T* begin() const { return elements_.data(); }
  const T* end() const { return elements_.data() + size_; }
  T& operator[](size_t position) { return elements_[position]; }
  const T& operator[](size_t position) const { return elements_[position]; }
  T& back() { return elements_[size_ - 1]; }
  const T& back() const { return elements_[size_ - 1]; }
  bool operator==(const BoundedVector& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }
  const T& front() const { return elements_[0]; }

 private:
  std::array<T, kCapacity> elements_;  // those from size_ on are of no value
  size_t size_ = 0;
};

}  // namespace hostacl

#endif  // HOSTACL_CORE_BOUNDED_VECTOR_H_
