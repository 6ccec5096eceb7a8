/** Texts by name. */
export type Configuration = Readonly<Record<string, string>>;

/** Parses `dpkg-query -W` with state, package and version; only installed packages. */
export function parseDpkg(text: string): Configuration {
  return toConfiguration(
    text.split('\n').flatMap((line) => {
      const [state = '', name = '', version = ''] = line.split('\t');
      return state.startsWith('ii') ? [[name, version] as const] : [];
    }),
  );
}

/**
 * Parses `rpm -qa` with name and architecture, and epoch, version and release. Several versions of a package are joined
 * in one value.
 */
export function parseRpm(text: string): Configuration {
  const versions = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [name = '', version = ''] = line.split('\t');
    if (name === '' || version === '' || name.startsWith('gpg-pubkey')) continue;
    versions.set(name, [...(versions.get(name) ?? []), version.replace(/^0:/, '')]);
  }
  return toConfiguration([...versions].map(([name, all]) => [name, all.sort().join(', ')] as const));
}

/** Parses `systemctl list-unit-files`: whether each unit is enabled. */
export function parseUnitFiles(text: string): Configuration {
  return toConfiguration(
    text.split('\n').flatMap((line) => {
      const [, name, state] = /^(\S+\.[a-z]+)\s+(\S+)/.exec(line) ?? [];
      return name !== undefined && state !== undefined ? [[name, state] as const] : [];
    }),
  );
}

/** Counters and random numbers, which are not settings, and keys, which are secrets. */
const NO_SETTINGS =
  /^(?:kernel\.random\.|kernel\.(?:ns_last_pid|pty\.nr|sched_domain)|fs\.(?:dentry-state|file-nr|inode-nr|inode-state|aio-nr|quota\.)|dev\.cdrom\.|net\.netfilter\.nf_conntrack_count)|_key$|stable_secret|nr_inodes|\.(?:boot_id|uuid)$/;

/** Parses `sysctl -a`, without volatile and secret values. */
export function parseSysctl(text: string): Configuration {
  return toConfiguration(
    text.split('\n').flatMap((line) => {
      const [, name, value] = /^([\w./-]+) = (.*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined || NO_SETTINGS.test(name)) return [];
      return [[name, value.replaceAll(/\s+/g, ' ').trim()] as const];
    }),
  );
}

/** Parses `/proc/self/mounts`; of several mounts on one path the last one is visible. */
export function parseMounts(text: string): Configuration {
  return toConfiguration(
    text.split('\n').flatMap((line) => {
      const [device, place, type, options] = line.split(' ').map(unescaped);
      if (device === undefined || place === undefined || type === undefined || options === undefined) return [];
      return [[place, `${type} on ${device} (${options})`] as const];
    }),
  );
}

function unescaped(field: string): string {
  return field.replaceAll(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(parseInt(digits, 8)));
}

const LISTENING = '0A';
const UNCONNECTED = '07';
/** First of the ports that the kernel assigns to clients; for UDP these look like listening ones. */
const FIRST_CLIENT_PORT = 32_768;

/** Parses tables in `/proc/net`: listening addresses by protocol and port. */
export function parseListeningSockets(tables: readonly (readonly [protocol: string, text: string])[]): Configuration {
  const addresses = new Map<string, Set<string>>();
  for (const [table, text] of tables) {
    const protocol = table.replace('6', '');
    for (const line of text.split('\n').slice(1)) {
      const [, local, , state] = line.trim().split(/\s+/);
      const [address = '', hexPort = ''] = local?.split(':') ?? [];
      const port = parseInt(hexPort, 16);
      const isListening = protocol === 'tcp' ? state === LISTENING : state === UNCONNECTED && port < FIRST_CLIENT_PORT;
      if (!isListening || !Number.isInteger(port)) continue;
      const key = `${protocol}/${port}`;
      addresses.set(key, (addresses.get(key) ?? new Set()).add(toAddress(address)));
    }
  }
  return toConfiguration([...addresses].map(([key, all]) => [key, [...all].sort().join(', ')] as const));
}

/** Parses an address in `/proc/net`: little-endian words of 32 bits. */
function toAddress(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse());
  if (bytes.length === 4) return bytes.map((byte) => parseInt(byte, 16)).join('.');
  const groups = Array.from({ length: 8 }, (_, at) =>
    parseInt(`${bytes[2 * at]}${bytes[2 * at + 1]}`, 16).toString(16),
  );
  const host = new URL(`http://[${groups.join(':')}]`).hostname;
  return host.slice(1, -1);
}

/** Parses `/etc/passwd`: id and shell of each user. */
export function parsePasswd(text: string): Configuration {
  return toConfiguration(
    text.split('\n').flatMap((line) => {
      const [name = '', , uid, , , , shell = ''] = line.split(':');
      return name === '' || uid === undefined || name.startsWith('#')
        ? []
        : [[name, `${uid} ${shell}`.trim()] as const];
    }),
  );
}

const MAX_ENTRIES = 20_000;
const MAX_CHARACTERS = 1_000;
const UNSTORABLE = /\p{Cc}/gu;

/** Sorted by name, so that equal configurations have equal texts, and limited to what the server accepts. */
function toConfiguration(entries: readonly (readonly [name: string, value: string])[]): Configuration {
  const cleaned = entries.map(([name, value]): [string, string] => [clean(name), clean(value)]);
  return Object.fromEntries(
    cleaned
      .filter(([name]) => name !== '' && name !== '__proto__')
      .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      .slice(0, MAX_ENTRIES),
  );
}

function clean(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll(UNSTORABLE, '\uFFFD');
}
