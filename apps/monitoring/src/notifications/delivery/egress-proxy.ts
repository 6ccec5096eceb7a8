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
 * The proxy of ALERT_PROXY_URL, only for the hosts in ALERT_PROXY_HOSTS: it resolves names itself, and could connect to
 * addresses that the guard refuses. See rule alerts-52.
 */
@Injectable()
export class EgressProxy implements OnModuleDestroy {
  private agent: ProxyAgent | undefined;

  /** @throws when the settings contradict each other */
  constructor(private readonly config: AlertDeliveryConfig) {
    const { ALERT_PROXY_URL: url, ALERT_PROXY_HOSTS: hosts } = config;
    if (hosts.length > 0 && url === undefined) throw new Error('ALERT_PROXY_HOSTS needs ALERT_PROXY_URL');
    const wrong = hosts.find((host) => !HOST.test(host));
    if (wrong !== undefined) throw new Error(`ALERT_PROXY_HOSTS: ${wrong} is neither the name of a host nor *.domain`);
  }

  async onModuleDestroy(): Promise<void> {
    await this.agent?.destroy();
  }

  /** IP addresses never use the proxy, because they are checked before connecting. */
  serves(host: string): boolean {
    if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return false;
    return this.config.ALERT_PROXY_HOSTS.some((named) => isNamed(host, named));
  }

  /** @throws errors of the proxy and of the target behind it */
  async post(url: URL, { headers, body, signal }: Request): Promise<Response> {
    // Loaded on first use, because without hosts behind a proxy it would waste memory.
    const undici = await import('undici');
    this.agent ??= new undici.ProxyAgent({ uri: this.config.ALERT_PROXY_URL!, proxyTunnel: true });
    return undici.request(url, { dispatcher: this.agent, method: 'POST', headers, body, signal });
  }
}

/** A host, or all hosts below a domain. A single star would permit everything that the proxy can reach. */
const HOST = /^(?:\*\.)?(?=.*[a-z])[\w-]+(?:\.[\w-]+)*$/i;

function isNamed(host: string, named: string): boolean {
  const [one, other] = [host.toLowerCase(), named.toLowerCase()];
  return other.startsWith('*.') ? one.endsWith(other.slice(1)) : one === other;
}
