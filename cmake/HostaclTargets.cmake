# Settings that every target of the project shares, and the functions that declare libraries and tests.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# -O3 is 1.5 times as fast as -O2 for the kernels' loops; contraction off keeps every fused
# multiply-add an explicit one, so that results do not depend on the compiler.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
add_compile_options(-Wall -Wextra -ffp-contract=off)

if(HOSTACL_SANITIZE)
  # C callers may pass any int where an enum is declared; it is checked, so loading one is no error.
  add_compile_options(-fsanitize=${HOSTACL_SANITIZE} -fno-sanitize=enum -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${HOSTACL_SANITIZE})
endif()

# hostacl_library(<name> SOURCES <file>... DEPENDS <target>... [PRIVATE_DEPENDS <target>...])
#
# Declares one of the shared libraries. cmake/exports.map decides what leaves it: the public C names,
# and the C++ names by which the libraries know each other.
function(hostacl_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(${name} SHARED ${arg_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC hostacl_headers ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS})
  target_link_options(${name} PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map)
  set_target_properties(${name} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/exports.map
                                           INSTALL_RPATH "$ORIGIN")
  install(TARGETS ${name} LIBRARY DESTINATION hostacl/lib COMPONENT python)
endfunction()

# hostacl_vector_sources(<file>...)
#
# Names sources that are compiled anew for each instruction set. Among their many inlined temporaries the
# address sanitizer's marks of scopes would take most of a build, and find nothing: vectors live in registers.
function(hostacl_vector_sources)
  if(HOSTACL_SANITIZE MATCHES "address")
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -fno-sanitize-address-use-after-scope)
  endif()
endfunction()

# hostacl_test(<name> LABEL <label> SOURCES <file>... [DEPENDS <target>...])
#
# Declares one GoogleTest program and its single ctest entry.
function(hostacl_test name)
  cmake_parse_arguments(arg "" "LABEL" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_DEPENDS} GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${arg_LABEL}")
endfunction()
