// Whoever shares state between loops has the lock by the module that has the loops.
@_exported public import Threads
