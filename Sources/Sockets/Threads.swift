// Code that shares state between loops gets the lock from the module of the loops.
@_exported public import Threads
