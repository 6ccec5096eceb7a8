import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ProxyAgent } from 'undici';
import { isIP } from 'node:net';
import { AlertDeliveryConfig } from './alert-delivery.config';

interface Request {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly signal: AbortSignal;
}

interface Response {
  readonly statusCode: number;
  readonly body: AsyncIterable<Buffer>;
}

/**
 * The proxy of ALERT_PROXY_URL, for the hosts of ALERT_PROXY_HOSTS alone: it resolves names itself, and might connect to what
 * the guard of addresses keeps closed. See rule alerts-52.
 */
@Injectable()
export class EgressProxy implements OnModuleDestroy {
  private agent: ProxyAgent | undefined;

  /** @throws when the settings do not go together */
  constructor(private readonly config: AlertDeliveryConfig) {
    const { ALERT_PROXY_URL: url, ALERT_PROXY_HOSTS: hosts } = config;
    if (hosts.length > 0 && url === undefined) throw new Error('ALERT_PROXY_HOSTS needs ALERT_PROXY_URL');
    const wrong = hosts.find((host) => !HOST.test(host));
    if (wrong !== undefined) throw new Error(`ALERT_PROXY_HOSTS: ${wrong} is neither the name of a host nor *.domain`);
  }

  async onModuleDestroy(): Promise<void> {
    await this.agent?.destroy();
  }

  /** Addresses are never: they are checked before anything connects to them. */
  serves(host: string): boolean {
    if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return false;
    return this.config.ALERT_PROXY_HOSTS.some((named) => isNamed(host, named));
  }

  /** @throws what goes wrong at the proxy, or behind it */
  async post(url: URL, { headers, body, signal }: Request): Promise<Response> {
    // While no host is behind a proxy, it would take memory for nothing.
    const undici = await import('undici');
    this.agent ??= new undici.ProxyAgent({ uri: this.config.ALERT_PROXY_URL!, proxyTunnel: true });
    return undici.request(url, { dispatcher: this.agent, method: 'POST', headers, body, signal });
  }
}

/** A host, or all hosts below a domain. A single star would open everything that the proxy reaches. */
const HOST = /^(?:\*\.)?(?=.*[a-z])[\w-]+(?:\.[\w-]+)*$/i;

function isNamed(host: string, named: string): boolean {
  const [one, other] = [host.toLowerCase(), named.toLowerCase()];
  return other.startsWith('*.') ? one.endsWith(other.slice(1)) : one === other;
}
