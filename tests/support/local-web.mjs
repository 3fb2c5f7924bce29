/**
 * Preloaded into a server: every name under `.example` resolves to a public address, whose connections lead to
 * LOCAL_WEB_PORT of this machine. Without it, a server process refuses pages of a test, as they have local addresses.
 */
import { promises as dns } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const isLocal = (name) => typeof name === 'string' && name.endsWith('.example');
const { resolve4, resolve6 } = dns.Resolver.prototype;
dns.Resolver.prototype.resolve4 = function (name) {
  return isLocal(name) ? Promise.resolve(['93.184.216.34']) : resolve4.call(this, name);
};
dns.Resolver.prototype.resolve6 = function (name) {
  return isLocal(name) ? Promise.resolve([]) : resolve6.call(this, name);
};

const { connect } = net;
net.connect = (options, ...rest) =>
  isLocal(options?.host)
    ? connect({ host: '127.0.0.1', port: Number(process.env.LOCAL_WEB_PORT) }, ...rest)
    : connect(options, ...rest);
syncBuiltinESMExports();
