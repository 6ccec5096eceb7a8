import { isUtf8 } from 'node:buffer';
import { FileFilters } from './file-filter';

/** For larger files, only the digest is reported. */
export const MAX_TEXT_BYTES = 64 * 1024;

const WITHHELD = '[withheld: may contain a secret]';

/**
 * Lower-case paths, without the leading slash, that suggest secrets. Such files are not sent even if a pattern of the owner
 * matches.
 */
const SECRET_FILES = [
  /(?:^|\/)(?:g?shadow|opasswd|sudoers|\.?htpasswd|\.?htdigest|\.pgpass|\.netrc|\.my\.cnf|\.git-credentials|\.vault-token)/,
  /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)\w*|[^/]*_key)$/,
  /\.(?:key|pem|der|p8|p12|pfx|jks|bks|keystore|keytab|kdbx?|gpg|pgp|asc|age|ovpn|ppk)(?:[.~-][^/]*)?$/,
  /(?:^|\/)[^/]*(?:secret|credential|token|passwo?rd)[^/]*$/,
  /(?:^|\/)\.env[^/]*$/,
  /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.kube|\.docker|private|wireguard)\//,
] as const;

/** Keys and password hashes; a file that contains one is not sent at all. */
const SECRET_TEXT =
  /-----BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File|AGE-SECRET-KEY-|\$(?:1|2[abxy]?|5|6|7|y|gy|argon2id?)\$[^\s:]{8}|\{(?:S?SHA\d*|S?MD5|CRYPT)\}/i;

/** Words next to which secrets stand, passwords in URLs, and text that looks like a key. */
const SECRET_LINE =
  /pass|pwd|secret|token|credential|cookie|bearer|authorization|psk|community|(?:api|access|private|shared|encryption|signing|master)[ _-]?key|\bkey["']?\s*[:=]|:\/\/[^\s/]*@|[A-Za-z0-9+_=-]{40}/i;
/** Directives of web servers whose names contain such a word. */
const HARMLESS = /\b(?:proxy|fastcgi|uwsgi|scgi|grpc|memcached)_pass\b/g;

/** Ends of trimmed lines whose value follows on the next lines: an operator, a backslash, a YAML block. */
const UNFINISHED = /(?:[\\:=+]|(?:^|\s)[|>][+-]?\d?)$/;
const OPENING_TAG = /^<[^/!][^>]*>$/;

/** Decides which files' texts may leave the host. See rule agents-24. */
export class PermittedTexts {
  private readonly filters: FileFilters;

  /** @param patterns absolute paths with `*`, `**` and `?` */
  constructor(readonly patterns: readonly string[]) {
    this.filters = new FileFilters(
      patterns.map((pattern) => ({ path: '/', pattern })),
      [],
    );
  }

  /** @param real absolute path without symbolic links, in UTF-8 */
  permits(real: string): boolean {
    if (this.patterns.length === 0) return false;
    const file = real.replace(/^\//, '');
    return this.filters.takes(file) && !SECRET_FILES.some((pattern) => pattern.test(file.toLowerCase()));
  }
}

/** The content without lines that may contain secrets; undefined if it is not text, or contains a key. */
export function toShownText(content: Buffer): string | undefined {
  if (content.length > MAX_TEXT_BYTES || !isUtf8(content)) return undefined;
  const text = content.toString();
  // Control characters other than white space.
  if (/[^\P{Cc}\t\n\v\f\r]/u.test(text) || SECRET_TEXT.test(text)) return undefined;
  return withholdSecrets(text.split('\n'))?.join('\n');
}

/**
 * Replaces lines that may contain a secret, and the lines that continue them; undefined if such a line opens a quoted
 * text, whose end is uncertain.
 */
function withholdSecrets(lines: readonly string[]): string[] | undefined {
  const shown: string[] = [];
  let continues = false;
  let indentation = Infinity;
  for (const line of lines) {
    const isBlank = line.trim() === '';
    const own = line.length - line.trimStart().length;
    if (SECRET_LINE.test(line.replaceAll(HARMLESS, ''))) {
      if (isOpen(line, '"') || isOpen(line, "'") || isOpen(line, '`')) return undefined;
      continues = isUnfinished(line.trimEnd());
      indentation = own;
      shown.push(WITHHELD);
    } else if (!isBlank && (continues || own > indentation)) {
      shown.push(WITHHELD);
    } else {
      continues &&= !isBlank;
      if (!isBlank) indentation = Infinity;
      shown.push(line);
    }
  }
  return shown;
}

function isUnfinished(line: string): boolean {
  const count = (brackets: RegExp): number => line.match(brackets)?.length ?? 0;
  if (UNFINISHED.test(line) || count(/[([{]/g) > count(/[)\]}]/g)) return true;
  return OPENING_TAG.test(line.slice(line.lastIndexOf('<')));
}

function isOpen(line: string, quote: string): boolean {
  return line.split(quote).length % 2 === 0;
}
