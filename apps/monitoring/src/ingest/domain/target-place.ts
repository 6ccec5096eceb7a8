/** A platform that may be the parent of a target. */
export interface Platform {
  readonly id: number;
  readonly name: string;
  readonly typeId: number;
  /** Names of the machine, in lower case. */
  readonly hosts: readonly string[];
}

const ADDRESS = /^[0-9.]+$|:/;

/** Host of `host:port`, `[::1]:port` or a URL; otherwise the text itself. */
export function parseHost(instance: string): string {
  const address = instance.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[/?#].*$/s, '');
  const bracketed = /^\[([^\]]*)\](?::[0-9]+)?$/.exec(address)?.[1];
  return (bracketed ?? address.replace(/^([^:]*):[0-9]*$/, '$1')).toLowerCase();
}

/** The name without its domain. */
export function shortName(host: string): string {
  return ADDRESS.test(host) ? host : host.replace(/\..*$/s, '');
}

/** The only platform with this host name, or with the same first part if one of the names has no domain. */
export function findPlatform(host: string, platforms: readonly Platform[]): Platform | undefined {
  if (host === '') return undefined;
  const whole = platforms.filter(({ hosts }) => hosts.includes(host));
  if (whole.length > 0) return whole.length === 1 ? whole[0] : undefined;
  const short = shortName(host);
  const similar = platforms.filter(({ hosts }) =>
    hosts.some((other) => shortName(other) === short && (other === short || host === short)),
  );
  return similar.length === 1 ? similar[0] : undefined;
}
