// Error codes of the runtime: 107xxx the caller's doing, 207xxx a resource or feature that is
// missing, 507xxx a fault. Any function that returns an aclError may return them.
#ifndef ACL_ERROR_CODES_RT_ERROR_CODES_H_
#define ACL_ERROR_CODES_RT_ERROR_CODES_H_

#define ACL_RT_SUCCESS 0                      // success
#define ACL_ERROR_RT_PARAM_INVALID 107000     // a runtime parameter failed validation
#define ACL_ERROR_RT_INVALID_DEVICEID 107001  // device id out of range
#define ACL_ERROR_RT_CONTEXT_NULL 107002      // the calling thread has no current context
// Stream (or event) belongs to another context/device.
#define ACL_ERROR_RT_STREAM_CONTEXT 107003
#define ACL_ERROR_RT_MODEL_CONTEXT 107004             // model belongs to another context
#define ACL_ERROR_RT_STREAM_MODEL 107005              // stream not bound to the model
#define ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID 107006   // event has no timestamp
#define ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL 107007  // end event is older than start event
#define ACL_ERROR_RT_ADDR_UNALIGNED 107008            // address not aligned
#define ACL_ERROR_RT_FILE_OPEN 107009                 // file open failed
#define ACL_ERROR_RT_FILE_WRITE 107010                // file write failed
#define ACL_ERROR_RT_STREAM_SUBSCRIBE 107011          // stream not subscribed, or subscribed twice
#define ACL_ERROR_RT_THREAD_SUBSCRIBE 107012          // thread not subscribed, or subscribed twice
#define ACL_ERROR_RT_GROUP_NOT_SET 107013             // aclrtSetGroup not called
#define ACL_ERROR_RT_GROUP_NOT_CREATE 107014          // group id outside [0, group count-1]
#define ACL_ERROR_RT_STREAM_NO_CB_REG 107015     // callback's stream not registered to any thread
#define ACL_ERROR_RT_INVALID_MEMORY_TYPE 107016  // memory type invalid
#define ACL_ERROR_RT_INVALID_HANDLE 107017       // handle invalid
// Memory allocated with the wrong type for this use.
#define ACL_ERROR_RT_INVALID_MALLOC_TYPE 107018
#define ACL_ERROR_RT_WAIT_TIMEOUT 107019  // wait timed out
#define ACL_ERROR_RT_TASK_TIMEOUT 107020  // task execution timed out
// System parameter was never set in this context.
#define ACL_ERROR_RT_SYSPARAMOPT_NOT_SET 107021
#define ACL_ERROR_RT_DEVICE_TASK_ABORT 107022  // collides with a running aclrtDeviceTaskAbort
#define ACL_ERROR_RT_STREAM_ABORT 107023       // tasks of the stream are being aborted
// Capture: event wait without a matching record.
#define ACL_ERROR_RT_CAPTURE_DEPENDENCY 107024
#define ACL_ERROR_RT_STREAM_UNJOINED 107025      // capture: a forked stream was not joined back
#define ACL_ERROR_RT_MODEL_CAPTURED 107026       // model is being captured
#define ACL_ERROR_RT_STREAM_CAPTURED 107027      // stream is being captured
#define ACL_ERROR_RT_EVENT_CAPTURED 107028       // event is being captured
#define ACL_ERROR_RT_STREAM_NOT_CAPTURED 107029  // stream is not being captured
// Operation not allowed in the current capture mode.
#define ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT 107030
// Default stream may not be used while capturing.
#define ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT 107031
// Event and stream belong to different captures.
#define ACL_ERROR_STREAM_CAPTURE_CONFLICT 107032
// Task-group state wrong (nested/unpaired begin/end).
#define ACL_ERROR_STREAM_TASK_GROUP_STATUS 107033
#define ACL_ERROR_STREAM_TASK_GROUP_INTR 107034          // task-group recording interrupted
#define ACL_ERROR_RT_TASK_ABORT_STOP 107035              // task abort stopped the operation
#define ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED 107036     // capture end without begin
#define ACL_ERROR_RT_MODEL_RUNNING 107037                // model is running and cannot be destroyed
#define ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD 107038  // capture was begun by another thread
#define ACL_ERROR_RT_INSUFFICIENT_INPUT_ARRAY 107039     // caller's array is too small
#define ACL_ERROR_RT_MODEL_UPDATE_FAILED 107040          // model update failed
// Capture mode forbids turning an async op into a sync one.
#define ACL_ERROR_RT_CAPTURE_MODE_BLOCK_ASYNC 107041
#define ACL_ERROR_RT_SYMBOL_NOT_FOUND 107042           // symbol not found in the op binary
#define ACL_ERROR_RT_INVALID_SYMBOL 107043             // symbol not a device variable
#define ACL_ERROR_RT_INVALID_DEVICE_FUNCTION 107044    // symbol not a device function
#define ACL_ERROR_RT_SUB_ACLGRAPH_IS_CAPTURING 107045  // a nested capture is in progress
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT 207000        // feature not supported on this product/form
#define ACL_ERROR_RT_MEMORY_ALLOCATION 207001          // memory allocation failed
#define ACL_ERROR_RT_MEMORY_FREE 207002                // memory release failed
#define ACL_ERROR_RT_AICORE_OVER_FLOW 207003           // AI Core numeric overflow
#define ACL_ERROR_RT_NO_DEVICE 207004                  // device unavailable
#define ACL_ERROR_RT_RESOURCE_ALLOC_FAIL 207005        // resource allocation failed
#define ACL_ERROR_RT_NO_PERMISSION 207006              // no permission
#define ACL_ERROR_RT_NO_EVENT_RESOURCE 207007          // out of events
#define ACL_ERROR_RT_NO_STREAM_RESOURCE 207008         // out of streams
#define ACL_ERROR_RT_NO_NOTIFY_RESOURCE 207009         // out of notifies
#define ACL_ERROR_RT_NO_MODEL_RESOURCE 207010          // out of model resources
#define ACL_ERROR_RT_NO_CDQ_RESOURCE 207011            // out of internal runtime queue resources
#define ACL_ERROR_RT_OVER_LIMIT 207012                 // too many queues
#define ACL_ERROR_RT_QUEUE_EMPTY 207013                // queue empty
#define ACL_ERROR_RT_QUEUE_FULL 207014                 // queue full
#define ACL_ERROR_RT_REPEATED_INIT 207015              // queue initialised twice
#define ACL_ERROR_RT_AIVEC_OVER_FLOW 207016            // vector-core overflow
#define ACL_ERROR_RT_OVER_FLOW 207017                  // overflow
#define ACL_ERROR_RT_DEVICE_OOM 207018                 // device memory exhausted (kernel side)
#define ACL_ERROR_RT_FEATURE_NOT_SUPPORT_UPDATE_OP 207019  // driver too old for op update
#define ACL_ERROR_RT_TIMEOUT 207020                        // timeout
#define ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED 207021        // link type not supported
#define ACL_ERROR_RT_INTERNAL_ERROR 507000                 // runtime internal error
#define ACL_ERROR_RT_TS_ERROR 507001                       // task-scheduler internal error
#define ACL_ERROR_RT_STREAM_TASK_FULL 507002               // stream's task slots full
#define ACL_ERROR_RT_STREAM_TASK_EMPTY 507003              // stream's task list empty
#define ACL_ERROR_RT_STREAM_NOT_COMPLETE 507004            // stream still has unfinished tasks
#define ACL_ERROR_RT_END_OF_SEQUENCE 507005                // AI CPU sequence finished
#define ACL_ERROR_RT_EVENT_NOT_COMPLETE 507006             // event not complete
#define ACL_ERROR_RT_CONTEXT_RELEASE_ERROR 507007          // context release failed
#define ACL_ERROR_RT_SOC_VERSION 507008                    // soC version could not be read
#define ACL_ERROR_RT_TASK_TYPE_NOT_SUPPORT 507009          // task type not supported
#define ACL_ERROR_RT_LOST_HEARTBEAT 507010                 // task scheduler heartbeat lost
#define ACL_ERROR_RT_MODEL_EXECUTE 507011                  // model execution failed
#define ACL_ERROR_RT_REPORT_TIMEOUT 507012                 // no report came in time
#define ACL_ERROR_RT_SYS_DMA 507013                        // system DMA error
#define ACL_ERROR_RT_AICORE_TIMEOUT 507014                 // AI Core kernel timed out
#define ACL_ERROR_RT_AICORE_EXCEPTION 507015               // AI Core kernel raised an exception
#define ACL_ERROR_RT_AICORE_TRAP_EXCEPTION 507016          // AI Core trap
#define ACL_ERROR_RT_AICPU_TIMEOUT 507017                  // AI CPU kernel timed out
#define ACL_ERROR_RT_AICPU_EXCEPTION 507018                // AI CPU kernel raised an exception
#define ACL_ERROR_RT_AICPU_DATADUMP_RSP_ERR 507019         // AI CPU gave no answer after data dump
#define ACL_ERROR_RT_AICPU_MODEL_RSP_ERR 507020    // AI CPU gave no answer after running a model
#define ACL_ERROR_RT_PROFILING_ERROR 507021        // profiling error
#define ACL_ERROR_RT_IPC_ERROR 507022              // inter-process communication error
#define ACL_ERROR_RT_MODEL_ABORT_NORMAL 507023     // model exited
#define ACL_ERROR_RT_KERNEL_UNREGISTERING 507024   // kernel is being unregistered
#define ACL_ERROR_RT_RINGBUFFER_NOT_INIT 507025    // ring buffer not initialised
#define ACL_ERROR_RT_RINGBUFFER_NO_DATA 507026     // ring buffer has no data
#define ACL_ERROR_RT_KERNEL_LOOKUP 507027          // runtime-internal kernel not registered
#define ACL_ERROR_RT_KERNEL_DUPLICATE 507028       // runtime-internal kernel registered twice
#define ACL_ERROR_RT_DEBUG_REGISTER_FAIL 507029    // debug registration failed
#define ACL_ERROR_RT_DEBUG_UNREGISTER_FAIL 507030  // debug unregistration failed
#define ACL_ERROR_RT_LABEL_CONTEXT 507031          // label belongs to another context
#define ACL_ERROR_RT_PROGRAM_USE_OUT 507032        // too many programs registered
#define ACL_ERROR_RT_DEV_SETUP_ERROR 507033        // device failed to start
#define ACL_ERROR_RT_VECTOR_CORE_TIMEOUT 507034    // vector core kernel timed out
#define ACL_ERROR_RT_VECTOR_CORE_EXCEPTION 507035  // vector core kernel raised an exception
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION 507036  // vector core trap
#define ACL_ERROR_RT_CDQ_BATCH_ABNORMAL 507037          // internal runtime resource request failed
#define ACL_ERROR_RT_DIE_MODE_CHANGE_ERROR 507038       // die mode cannot be changed
#define ACL_ERROR_RT_DIE_SET_ERROR 507039               // die cannot be chosen in single-die mode
#define ACL_ERROR_RT_INVALID_DIEID 507040               // die id wrong
#define ACL_ERROR_RT_DIE_MODE_NOT_SET 507041            // die mode not set
#define ACL_ERROR_RT_AICORE_TRAP_READ_OVERFLOW 507042   // AI Core trap: out-of-range read
#define ACL_ERROR_RT_AICORE_TRAP_WRITE_OVERFLOW 507043  // AI Core trap: out-of-range write
// Vector core trap: out-of-range read.
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_READ_OVERFLOW 507044
// Vector core trap: out-of-range write.
#define ACL_ERROR_RT_VECTOR_CORE_TRAP_WRITE_OVERFLOW 507045
// Stream/device synchronise with timeout expired.
#define ACL_ERROR_RT_STREAM_SYNC_TIMEOUT 507046
#define ACL_ERROR_RT_EVENT_SYNC_TIMEOUT 507047        // event synchronise with timeout expired
#define ACL_ERROR_RT_FFTS_PLUS_TIMEOUT 507048         // internal fused task timed out
#define ACL_ERROR_RT_FFTS_PLUS_EXCEPTION 507049       // internal fused task exception
#define ACL_ERROR_RT_FFTS_PLUS_TRAP_EXCEPTION 507050  // internal fused task trap
#define ACL_ERROR_RT_SEND_MSG 507051                  // sending a message while enqueuing failed
#define ACL_ERROR_RT_COPY_DATA 507052                 // copying memory while enqueuing failed
#define ACL_ERROR_RT_DEVICE_MEM_ERROR 507053          // device memory uncorrectable error (UCE)
#define ACL_ERROR_RT_HBM_MULTI_BIT_ECC_ERROR 507054   // HBM multi-bit ECC error
// Possible device memory UCE (multi-device).
#define ACL_ERROR_RT_SUSPECT_DEVICE_MEM_ERROR 507055
#define ACL_ERROR_RT_LINK_ERROR 507056                   // link between two devices down
#define ACL_ERROR_RT_SUSPECT_REMOTE_ERROR 507057         // memory fault of a peer device suspected
#define ACL_ERROR_RT_DRV_INTERNAL_ERROR 507899           // driver internal error
#define ACL_ERROR_RT_AICPU_INTERNAL_ERROR 507900         // AI CPU internal error
#define ACL_ERROR_RT_SOCKET_CLOSE 507901                 // host-device channel closed
#define ACL_ERROR_RT_AICPU_INFO_LOAD_RSP_ERR 507902      // AI CPU info load failed
#define ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED 507903   // capture invalidated
#define ACL_ERROR_RT_COMM_OP_RETRY_FAIL 507904           // re-running a communication op failed
#define ACL_ERROR_SNAPSHOT_LOCK_TIMEOUT 507905           // snapshot lock timed out
#define ACL_ERROR_SNAPSHOT_LOCK_FAILED 507906            // snapshot lock failed
#define ACL_ERROR_SNAPSHOT_UNLOCK_FAILED 507907          // snapshot unlock failed
#define ACL_ERROR_SNAPSHOT_BACKUP_FAILED 507908          // snapshot backup failed
#define ACL_ERROR_SNAPSHOT_RESTORE_FAILED 507909         // snapshot restore failed
#define ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED 507910  // host range is already registered
#define ACL_ERROR_HOST_MEMORY_NOT_REGISTERED 507911      // host range was not registered
#define ACL_ERROR_SNAPSHOT_CALLBACK_FAILED 507912        // snapshot callback failed
// Snapshot callback registration failed.
#define ACL_ERROR_SNAPSHOT_REGISTER_CALLBACK_FAILED 507913
#define ACL_ERROR_RT_L3_PORT_ERROR 507914  // l3 port error
#define ACL_ERROR_RT_CCU_TIMEOUT 507915    // CCU (communication unit) timed out
#define ACL_ERROR_RT_CCU_EXCEPTION 507916  // CCU exception

#endif  // ACL_ERROR_CODES_RT_ERROR_CODES_H_
