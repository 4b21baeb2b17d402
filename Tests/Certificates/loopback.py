"""Starts the loopback interface of a new network namespace, netdevice(7)."""

import fcntl
import socket
import struct

SET_FLAGS, UP = 0x8914, 0x1
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sh14x", b"lo", UP))
