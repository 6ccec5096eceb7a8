import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import type { ServiceConfig } from '@wardstone/config';

type Asking = Pick<IncomingMessage, 'headers' | 'socket'>;
type AddressSettings = Pick<ServiceConfig, 'PUBLIC_BASE_URL' | 'PUBLIC_ADDRESSES' | 'HOST' | 'TRUST_PROXY'>;

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Public addresses of the product. Links start with the address that the request used; other names never appear in a
 * response, and their pages may not write.
 */
export class PublicAddress {
  /**
   * PUBLIC_BASE_URL without a trailing slash: the base of links outside of requests, and in responses to requests for
   * unknown names.
   */
  readonly configured: string;
  /** Addresses by authority, lower case, with and without a default port; the configured one first. */
  private readonly known = new Map<string, string[]>();
  private readonly isLoopbackListener: boolean;
  private readonly bases = new AsyncLocalStorage<string>();

  /** @param isDoor whether clients reach this process directly, e.g. the gateway; other services are behind it */
  constructor(
    private readonly settings: AddressSettings,
    private readonly isDoor = false,
  ) {
    this.configured = withoutSlash(settings.PUBLIC_BASE_URL);
    this.isLoopbackListener = LOOPBACK_NAMES.includes(nameOfHost(settings.HOST));
    const own = new URL(this.configured);
    this.add(own, this.configured);
    for (const text of settings.PUBLIC_ADDRESSES) this.add(parsed(text), withoutSlash(text));
    if (!LOOPBACK_NAMES.includes(own.hostname)) return;
    for (const name of LOOPBACK_NAMES) {
      const alias = new URL(own);
      alias.hostname = name;
      this.add(alias, withoutSlash(alias.href));
    }
  }

  /** Base of absolute links in the present response; outside of requests, the configured one. */
  get current(): string {
    return this.bases.getStore() ?? this.configured;
  }

  /** Runs the work of a request with its base as `current`. */
  serve(request: Asking, work: () => void): void {
    const base = this.getBaseAddress(request);
    // Nearly all requests use the configured host and avoid the cost of the others.
    if (base === this.configured) work();
    else this.bases.run(base, work);
  }

  /**
   * Scheme, authority and, if the address has one, path that the request names, if allowed; otherwise the configured
   * address.
   */
  getBaseAddress(request: Asking): string {
    const authority = this.findAuthority(request);
    if (authority === undefined) return this.configured;
    const addresses = this.known.get(authority);
    if (addresses) return this.ofStatedScheme(addresses, request);
    return this.isDoor && this.isOwnListener(authority, request)
      ? `${getScheme(request)}://${authority}`
      : this.configured;
  }

  /** Whether the request used an address with TLS. */
  isSecure(request: Asking): boolean {
    return this.getBaseAddress(request).startsWith('https:');
  }

  /** Whether a page of this origin belongs to the product. @param origin value of the Origin header */
  isOwnOrigin(origin: string, request: Asking): boolean {
    const match = /^(https?):\/\/([^/?#@]+)$/i.exec(origin);
    if (!match) return false;
    const [, scheme = '', authority = ''] = match;
    const addresses = this.known.get(authority.toLowerCase());
    if (addresses) return addresses.some((address) => address.startsWith(`${scheme.toLowerCase()}://`));
    return scheme.toLowerCase() === getScheme(request) && this.isOwnListener(authority.toLowerCase(), request);
  }

  private add(url: URL, address: string): void {
    const defaultPort = DEFAULT_PORTS[url.protocol];
    const authorities = url.port === '' ? [url.host, `${url.host}:${defaultPort}`] : [url.host];
    for (const authority of authorities) {
      const addresses = this.known.get(authority) ?? [];
      if (!addresses.includes(address)) this.known.set(authority, [...addresses, address]);
    }
  }

  /**
   * Host that the client used. Behind the gateway, its statement counts, which it has verified; without the gateway,
   * only the product's own names are accepted.
   */
  private findAuthority({ headers }: Asking): string | undefined {
    const stated = this.isDoor && !this.settings.TRUST_PROXY ? undefined : getLast(headers['x-forwarded-host']);
    return (stated ?? headers.host)?.toLowerCase();
  }

  private ofStatedScheme(addresses: readonly string[], request: Asking): string {
    const [first = this.configured] = addresses;
    if (addresses.length === 1) return first;
    const isFirst = this.isDoor && !this.settings.TRUST_PROXY;
    const scheme = isFirst ? getScheme(request) : getLast(request.headers['x-forwarded-proto']);
    return addresses.find((address) => address.startsWith(`${scheme}://`)) ?? first;
  }

  /** A loopback name with this process's own port. */
  private isOwnListener(authority: string, { socket }: Asking): boolean {
    if (!this.isLoopbackListener) return false;
    return LOOPBACK_NAMES.some((name) => authority === `${name}:${socket.localPort}`);
  }
}

function getScheme({ socket }: Asking): 'http' | 'https' {
  return 'encrypted' in socket && socket.encrypted ? 'https' : 'http';
}

function parsed(text: string): URL {
  try {
    const url = new URL(text);
    if (url.protocol in DEFAULT_PORTS && url.username === '' && url.search === '' && url.hash === '') return url;
  } catch {
    // Ignored because the failure is reported below.
  }
  throw new Error(`PUBLIC_ADDRESSES: "${text}" is not an address such as https://wardstone.example:8443`);
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}

function nameOfHost(host: string): string {
  return host === '::1' ? '[::1]' : host;
}

/** The value that the nearest proxy added. */
function getLast(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(',') : header;
  return text?.split(',').at(-1)?.trim() || undefined;
}
