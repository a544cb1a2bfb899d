// The steps of the cases about executors, initialisation, threads and memory growth.
#include "case_steps.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <regex>
#include <thread>
#include <utility>

#include "case_check.h"
#include "harness/session.h"

namespace hostacl::testing {
namespace {

using nlohmann::json;

double ResidentMebibytes() {
  std::ifstream file("/proc/self/statm");
  int64_t total = 0, resident = 0;
  file >> total >> resident;
  return static_cast<double>(resident * sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// A tensor like another one, in memory of its own.
StridedTensor CopyOf(const StridedTensor& tensor, Real factor) {
  StridedTensor copy(tensor.dtype(), tensor.layout());
  std::vector<Real> values = tensor.Values();
  for (Real& value : values) value *= factor;
  copy.SetValues(values);
  return copy;
}

// Takes steps one by one and keeps what they leave for the next.
class Steps {
 public:
  explicit Steps(const Case& test_case) : case_(test_case) {
    for (const std::string step : case_["steps"]) opens_itself_ |= step == "aclInit(nullptr)";
    if (!opens_itself_) session_ = std::make_unique<Session>();
    if (!case_["op"].is_null()) call_ = std::make_unique<Call>(BuildCall(case_));
    if (call_ == nullptr) return;
    for (const StridedTensor& operand : call_->operands) operand.memory().Remember();
  }

  void Take(const std::string& step);
  void CheckEnd();

 private:
  struct Rule {
    std::string pattern;
    std::function<void(const std::smatch&)> take;
  };

  std::vector<Rule> Rules();
  void Record(aclError status, const std::ssub_match& expected = {});
  aclnnStatus PlanCall();
  aclnnStatus RunPlan(bool synchronize);
  void RunWithSmallWorkspace(aclnnStatus expected);
  void BindNew(size_t index, const std::string& name);
  void BindOwn(const std::string& indices);
  aclError RunOneOp();
  void Repeat(int times, const std::string& actions);
  void RunThreads(int threads, int times);

  const Case& case_;
  bool opens_itself_ = false;
  std::unique_ptr<Session> session_;
  std::unique_ptr<Call> call_;
  Plan plan_;
  bool is_repeatable_ = false;
  std::unique_ptr<Memory> workspace_;
  std::vector<StridedTensor> new_tensors_;
  const StridedTensor* result_ = nullptr;
  std::vector<int> statuses_;
};

// The body of a loop, whose memory and descriptors come and go as its actions say.
class LoopBody {
 public:
  LoopBody(const Call& call, aclrtStream stream) : call_(call), stream_(stream) {
    for (const StridedTensor& operand : call.operands) addresses_.push_back(operand.address());
  }
  ~LoopBody() {
    if (creates_) return;
    for (const aclTensor* tensor : tensors_) aclDestroyTensor(tensor);
  }

  // False when the action is not understood; `status` takes the first one that is not 0.
  bool Do(const std::string& action, aclnnStatus* status) {
    if (action == "malloc") return Allocate(status);
    if (action == "create" || action.rfind("aclCreateTensor", 0) == 0) return Create();
    if (action.rfind("getws", 0) == 0) return PlanBody(status);
    if (action == "run") return Note(RunPlanned(call_.op, nullptr, 0, executor_, stream_), status);
    if (action == "sync") return Note(aclrtSynchronizeStream(stream_), status);
    if (action == "destroy" || action.rfind("aclDestroyTensor", 0) == 0) return Destroy(status);
    return action == "free" && Free(status);
  }

 private:
  bool Note(aclError result, aclnnStatus* status) {
    if (*status == 0) *status = result;
    return true;
  }
  bool Allocate(aclnnStatus* status) {
    for (size_t i = 0; i < addresses_.size(); ++i) {
      const Memory& memory = call_.operands[i].memory();
      Note(aclrtMalloc(&addresses_[i], memory.size(), ACL_MEM_MALLOC_NORMAL_ONLY), status);
      std::copy_n(memory.bytes(), memory.size(), static_cast<unsigned char*>(addresses_[i]));
    }
    return true;
  }
  bool Create() {
    creates_ = true;
    tensors_.clear();
    for (size_t i = 0; i < addresses_.size(); ++i) {
      const Layout& layout = call_.operands[i].layout();
      tensors_.push_back(aclCreateTensor(layout.shape.data(), layout.shape.size(),
                                         call_.operands[i].dtype(), layout.strides.data(),
                                         layout.offset, ACL_FORMAT_ND, layout.storage_shape.data(),
                                         layout.storage_shape.size(), addresses_[i]));
    }
    return true;
  }
  bool PlanBody(aclnnStatus* status) {
    uint64_t workspace_size = 0;
    if (tensors_.empty()) {
      Create();
      creates_ = false;
    }
    Note(PlanOperator(call_.op, tensors_, call_.dim, &workspace_size, &executor_), status);
    return workspace_size == 0;
  }
  bool Destroy(aclnnStatus* status) {
    for (const aclTensor* tensor : tensors_) Note(aclDestroyTensor(tensor), status);
    return true;
  }
  bool Free(aclnnStatus* status) {
    for (void* address : addresses_) Note(aclrtFree(address), status);
    return true;
  }

  const Call& call_;
  const aclrtStream stream_;
  bool creates_ = false;
  std::vector<void*> addresses_;
  std::vector<aclTensor*> tensors_;
  aclOpExecutor* executor_ = nullptr;
};

std::vector<std::string> SplitActions(const std::string& actions) {
  const std::regex comma(", *");
  return {std::sregex_token_iterator(actions.begin(), actions.end(), comma, -1),
          std::sregex_token_iterator()};
}

std::vector<Steps::Rule> Steps::Rules() {
  return {
      {"getws(?: -> (\\d+|S))?", [this](const auto& m) { Record(PlanCall(), m[1]); }},
      {"repeatable(?: -> (\\d+))?",
       [this](const auto& m) {
         is_repeatable_ = true;
         Record(aclSetAclOpExecutorRepeatable(plan_.executor), m[1]);
       }},
      {"run(, sync)?(?: -> (\\d+))?",
       [this](const auto& m) { Record(RunPlan(m[1].matched), m[2]); }},
      {"sync", [this](const auto&) { Record(aclrtSynchronizeStream(session_->stream())); }},
      {"memset\\(ws,0xFF\\); free\\(ws\\)",
       [this](const auto&) {
         std::fill_n(workspace_->bytes(), workspace_->size(), 0xff);
         workspace_.reset();
       }},
      {"read out", [](const auto&) {}},
      {"aclSetTensorAddr\\(ex,(\\d+),(\\w+),\\w+\\)",
       [this](const auto& m) { BindNew(std::stoul(m[1]), m[2]); }},
      {"aclSetTensorAddr ([\\d,]+) -> 0", [this](const auto& m) { BindOwn(m[1]); }},
      {"aclCreateTensor\\(.*\\) x\\d+",
       [this](const auto&) {
         for (const aclTensor* tensor : call_->Descriptors()) EXPECT_NE(tensor, nullptr);
       }},
      {"aclDestroyAclOpExecutor\\(nullptr\\)",
       [this](const auto&) { Record(aclDestroyAclOpExecutor(nullptr)); }},
      {"aclSetAclOpExecutorRepeatable\\(nullptr\\)",
       [this](const auto&) { Record(aclSetAclOpExecutorRepeatable(nullptr)); }},
      {"S>0: run\\(buf,S-1\\) -> (\\d+), guard intact",
       [this](const auto& m) { RunWithSmallWorkspace(std::stoi(m[1])); }},
      {"S==0: run\\(nullptr,0\\) -> (\\d+)",
       [this](const auto& m) {
         if (plan_.workspace_size == 0) Record(RunPlan(true), m[1]);
       }},
      {"aclInit\\(nullptr\\)", [this](const auto&) { Record(aclInit(nullptr)); }},
      {"aclFinalize\\(\\)", [this](const auto&) { Record(aclFinalize()); }},
      {"run one op", [this](const auto&) { Record(RunOneOp()); }},
      {"(\\d+)x: (.+)", [this](const auto& m) { Repeat(std::stoi(m[1]), m[2]); }},
      {"(\\d+) threads x (\\d+): getws, run, sync, check",
       [this](const auto& m) { RunThreads(std::stoi(m[1]), std::stoi(m[2])); }},
  };
}

void Steps::Take(const std::string& step) {
  for (const Rule& rule : Rules()) {
    std::smatch match;
    if (std::regex_match(step, match, std::regex(rule.pattern))) return rule.take(match);
  }
  FAIL() << "a step that is not understood: " << step;
}

void Steps::Record(aclError status, const std::ssub_match& expected) {
  statuses_.push_back(status);
  if (expected.matched && expected != "S") {
    EXPECT_EQ(status, std::stoi(expected)) << RecentMessage();
  }
}

aclnnStatus Steps::PlanCall() {
  plan_ = call_->PlanOnly();
  return plan_.status;
}

aclnnStatus Steps::RunPlan(bool synchronize) {
  workspace_ = std::make_unique<Memory>(MemoryKind::kDevice, plan_.workspace_size);
  const aclnnStatus status =
      RunPlanned(call_->op, plan_.workspace_size == 0 ? nullptr : workspace_->bytes(),
                 plan_.workspace_size, plan_.executor, session_->stream());
  if (synchronize) {
    EXPECT_EQ(aclrtSynchronizeStream(session_->stream()), ACL_SUCCESS);
  }
  return status;
}

void Steps::RunWithSmallWorkspace(aclnnStatus expected) {
  if (plan_.workspace_size == 0) return;
  Memory small(MemoryKind::kDevice, plan_.workspace_size - 1);
  small.Remember();
  EXPECT_EQ(RunPlanned(call_->op, small.bytes(), small.size(), plan_.executor, session_->stream()),
            expected);
  EXPECT_EQ(small.FirstStray({}, 1), std::nullopt);
}

void Steps::BindNew(size_t index, const std::string& name) {
  ASSERT_EQ(OperandNames(call_->op).at(index), name);
  if (new_tensors_.empty()) new_tensors_.reserve(call_->operands.size());
  const StridedTensor& old = call_->operands[index];
  // The gradient is negated, so that a result made from the old addresses is seen.
  new_tensors_.push_back(CopyOf(old, index == 0 ? -1 : 1));
  Record(aclSetTensorAddr(plan_.executor, index, old.descriptor(), new_tensors_.back().address()));
  EXPECT_EQ(statuses_.back(), 0) << RecentMessage();
  if (name == "out") result_ = &new_tensors_.back();
}

void Steps::BindOwn(const std::string& indices) {
  for (const std::string& text : SplitActions(indices)) {
    const StridedTensor& operand = call_->operands.at(std::stoul(text));
    EXPECT_EQ(
        aclSetTensorAddr(plan_.executor, std::stoul(text), operand.descriptor(), operand.address()),
        0)
        << RecentMessage();
  }
}

aclError Steps::RunOneOp() {
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  Call call(Op::kGlu, {2, 4}, 1, ACL_FLOAT);
  EXPECT_TRUE(call.RunsRight(nullptr));
  return aclrtSynchronizeStream(nullptr);
}

void Steps::Repeat(int times, const std::string& actions) {
  const int count = IsSanitized() ? std::max(20, times / 100) : times;
  const std::vector<std::string> body = SplitActions(actions);
  const json expect = case_["expect"];
  const aclnnStatus expected = expect.value("phase1_status", 0);
  LoopBody loop(*call_, session_->stream());
  double resident = 0;
  for (int i = 0; i < count; ++i) {
    aclnnStatus status = 0;
    for (const std::string& action : body) {
      ASSERT_TRUE(loop.Do(action, &status)) << "an action that is not understood: " << action;
    }
    ASSERT_EQ(status, expected) << "in round " << i << ": " << RecentMessage();
    if (i == 9) resident = ResidentMebibytes();
  }
  EXPECT_EQ(aclrtSynchronizeStream(session_->stream()), ACL_SUCCESS);
  const double growth = ResidentMebibytes() - resident;
  ::testing::Test::RecordProperty("rss_growth_mib", std::to_string(growth));
  if (IsSanitized()) {
    ::testing::Test::RecordProperty("rss_limit_skipped", "a sanitizer keeps freed memory");
  } else if (expect.contains("rss_growth_max_mib")) {
    EXPECT_LE(growth, expect["rss_growth_max_mib"].get<double>());
  }
}

void Steps::RunThreads(int threads, int times) {
  const int count = IsSanitized() ? std::max(20, times / 100) : times;
  std::vector<std::string> failures(threads);
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread) {
    running.emplace_back([this, thread, count, &failures] {
      aclrtSetDevice(0);
      aclrtStream own = nullptr;
      aclrtCreateStream(&own);
      const aclrtStream stream = thread % 2 == 0 ? session_->stream() : own;
      Call call = BuildCall(case_);
      for (int i = 0; i < count && failures[thread].empty(); ++i) {
        call.out().FillStorage(kCanary);
        const ::testing::AssertionResult ran = Succeeded(call.Run(stream));
        failures[thread] = ran ? FindWrongValue(case_, call, call.out()) : ran.message();
      }
      aclrtDestroyStream(own);
    });
  }
  for (std::thread& thread : running) thread.join();
  EXPECT_EQ(failures, std::vector<std::string>(threads));
  result_ = nullptr;
  EXPECT_TRUE(Succeeded(call_->Run(session_->stream())));
}

void Steps::CheckEnd() {
  const json& expect = case_["expect"];
  if (expect.contains("status_sequence")) {
    EXPECT_EQ(json(statuses_), expect["status_sequence"]) << RecentMessage();
  }
  if (expect.contains("values")) {
    EXPECT_EQ(FindWrongValue(case_, *call_, result_ == nullptr ? call_->out() : *result_), "");
  }
  if (expect.value("old_out_untouched", false)) {
    EXPECT_EQ(call_->out().memory().FirstStray({}, 1), std::nullopt);
  }
  if (is_repeatable_) {
    EXPECT_EQ(aclDestroyAclOpExecutor(plan_.executor), 0);
  }
}

}  // namespace

void TakeSteps(const Case& test_case) {
  Steps steps(test_case);
  for (const std::string step : test_case["steps"]) steps.Take(step);
  steps.CheckEnd();
}

}  // namespace hostacl::testing
