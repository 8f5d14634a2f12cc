'use strict';

/*
 * For Wine 8 only; the product keeps both. Wine knows no TCP_KEEPIDLE, and it fails where one name is connected to by two address
 * families at once.
 */
const net = require('node:net');

net.setDefaultAutoSelectFamily(false);
net.Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
