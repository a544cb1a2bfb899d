"""python -m hostacl: prints what is emulated."""

import hostacl

if __name__ == "__main__":
    print(hostacl.info())
