// A program in plain C11: calls each library and checks what it gets.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_glu.h"
#include "aclnnop/aclnn_glu_backward.h"
#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"

static int failures = 0;

// Says which expectation did not hold.
static void Expect(int holds, const char* what) {
  if (holds) return;
  const char* const text = aclGetRecentErrMsg();
  printf("failed: %s (%s)\n", what, text == NULL ? "no sentence" : text);
  ++failures;
}

static aclTensor* MakeTensor(int64_t size, void* data) {
  return aclCreateTensor(&size, 1, ACL_FLOAT, NULL, 0, ACL_FORMAT_ND, &size, 1, data);
}

static void Check(aclrtStream stream, float* device) {
  const float host[4] = {1.0f, -2.0f, 0.0f, 100.0f};
  float result[2] = {0.0f, 0.0f};
  uint64_t workspace_size = 1;
  aclOpExecutor* executor = NULL;
  aclTensor* const self = MakeTensor(4, device);
  aclTensor* const out = MakeTensor(2, device + 4);
  Expect(aclrtMemcpy(device, sizeof host, host, sizeof host, ACL_MEMCPY_HOST_TO_DEVICE) == 0,
         "copy to the device");
  Expect(aclnnGluGetWorkspaceSize(self, 0, out, &workspace_size, &executor) == ACLNN_SUCCESS,
         "first phase");
  Expect(workspace_size == 0, "no workspace");
  Expect(aclnnGlu(NULL, 0, executor, stream) == ACLNN_SUCCESS, "second phase");
  Expect(aclrtSynchronizeStream(stream) == ACL_SUCCESS, "synchronize");
  Expect(
      aclrtMemcpy(result, sizeof result, device + 4, sizeof result, ACL_MEMCPY_DEVICE_TO_HOST) == 0,
      "copy from the device");
  Expect(fabsf(result[0] - 0.5f) < 1e-6f && fabsf(result[1] + 2.0f) < 1e-6f, "values");
  Expect(
      aclnnGluGetWorkspaceSize(self, 5, out, &workspace_size, &executor) == ACLNN_ERR_PARAM_INVALID,
      "a dim that is not there");
  const char* const text = aclGetRecentErrMsg();
  Expect(text != NULL && strstr(text, "dim") != NULL, "its sentence");
  Expect(aclDestroyTensor(self) == ACLNN_SUCCESS, "destroy self");
  Expect(aclDestroyTensor(out) == ACLNN_SUCCESS, "destroy out");
}

int main(void) {
  aclrtStream stream = NULL;
  void* device = NULL;
  Expect(aclInit(NULL) == ACL_SUCCESS, "init");
  Expect(aclrtSetDevice(0) == ACL_SUCCESS, "set device");
  Expect(aclrtCreateStream(&stream) == ACL_SUCCESS, "create stream");
  Expect(aclrtMalloc(&device, 6 * sizeof(float), ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS,
         "allocate");
  Expect(aclDataTypeSize(ACL_FLOAT16) == 2, "size of a half");
  if (failures == 0) Check(stream, device);
  Expect(aclrtFree(device) == ACL_SUCCESS, "free");
  Expect(aclrtDestroyStream(stream) == ACL_SUCCESS, "destroy stream");
  Expect(aclrtResetDevice(0) == ACL_SUCCESS, "reset device");
  Expect(aclFinalize() == ACL_SUCCESS, "finalize");
  return failures == 0 ? 0 : 1;
}
