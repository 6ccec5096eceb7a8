import { measureProcessorTime } from '@wardstone/testing';
import { MAX_TEXT_BYTES, PermittedTexts, toShownText } from '../src/drift/permitted-texts';

const WITHHELD = '[withheld: may contain a secret]';
const shown = (text: string): string | undefined => toShownText(Buffer.from(text));

describe('texts of watched files', () => {
  it('are those of files that the owner lists', () => {
    const texts = new PermittedTexts(['/etc/hosts', '/etc/nginx/**', '/srv/*.conf']);
    const all = ['/etc/hosts', '/etc/nginx/a/b.conf', '/srv/a.conf', '/etc/motd', '/srv/a/b.conf', '/etc/hosts/x'];
    expect(all.filter((file) => texts.permits(file))).toEqual(all.slice(0, 3));
    expect(new PermittedTexts([]).permits('/etc/hosts')).toBe(false);
  });

  it.each([
    'etc/shadow',
    'etc/shadow-',
    'etc/gshadow.bak',
    'etc/Shadow.old',
    'etc/security/opasswd',
    'etc/sudoers.d/ops',
    'etc/nginx/.htpasswd',
    'etc/ssh/ssh_host_ed25519_key',
    'root/.ssh/authorized_keys',
    'root/.ssh/config',
    'home/a/id_rsa',
    'etc/ssl/private/web.crt',
    'etc/ssl/web.key',
    'etc/ssl/web.pem.bak',
    'etc/krb5.keytab',
    'etc/wireguard/wg0.conf',
    'srv/app/.env.production',
    'srv/app/client_secret.json',
    'root/.aws/config',
    'root/.netrc',
  ])('never come from %s, even if a pattern matches', (file) => {
    expect(new PermittedTexts(['/**']).permits(`/${file}`)).toBe(false);
  });

  it.each([
    ['a private key', 'a\n-----BEGIN OPENSSH PRIVATE KEY-----\nx\n'],
    ['an encrypted key', '-----BEGIN ENCRYPTED PRIVATE KEY-----'],
    ['a hash of a password', 'root:$6$abcdefgh$ijklmnop:19000::::::'],
    ['a hash of a directory', 'userPassword: {SSHA}abcdef'],
    ['a NUL', 'a\0b'],
    ['an escape sequence', 'a\u001b[2Jb'],
    ['a secret that goes on in quotes', 'password = """\nhunter2\n"""\n'],
    ['too much', 'a'.repeat(MAX_TEXT_BYTES + 1)],
  ])('are withheld for files with %s', (_what, text) => {
    expect(shown(text)).toBeUndefined();
  });

  it('are withheld for other encodings than UTF-8', () => {
    expect(toShownText(Buffer.from([0x61, 0xff, 0xfe]))).toBeUndefined();
  });

  it.each([
    'password=hunter2',
    'DB_PASS "hunter2"',
    '  "apiKey": "hunter2",',
    'requirepass hunter2',
    'url: postgres://app:hunter2@db/app',
    'rocommunity hunter2',
    'Authorization: Basic hunter2',
    'PresharedKey = hunter2',
    'auth_token hunter2',
    'x 0123456789abcdefABCDEF0123456789abcdefABCDEF',
    'psk=hunter2',
  ])('omit the line %j', (line) => {
    expect(shown(`a\n${line}\nb`)).toBe(`a\n${WITHHELD}\nb`);
  });

  it.each([
    ['password: |\n  hunter2\n\n  hunter2\nb', `${WITHHELD}\n${WITHHELD}\n\n${WITHHELD}\nb`],
    ['passwords:\n- hunter2\n- hunter2\n\nb', `${WITHHELD}\n${WITHHELD}\n${WITHHELD}\n\nb`],
    ['password = \\\nhunter2\n\nb', `${WITHHELD}\n${WITHHELD}\n\nb`],
    ["$passwords = array(\n'hunter2',\n'hunter2');\n\nb", `${WITHHELD}\n${WITHHELD}\n${WITHHELD}\n\nb`],
    ['<password>\nhunter2\n</password>\nb', `${WITHHELD}\n${WITHHELD}\n${WITHHELD}\nb`],
  ])('omit lines that continue a secret: %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it('keep lines without secrets, markup included', () => {
    const text = 'proxy_pass http://app:8080;\n<script>alert(1)</script>\n\tlisten 80;\n';
    expect(shown(text)).toBe(text);
  });

  it('are filtered quickly, whatever they contain', async () => {
    const parts = [
      '://',
      '://:',
      ':',
      '\\',
      'key ',
      'key" ',
      '<a',
      'pass <a',
      '-----BEGIN A ',
      '$6$',
      'a'.repeat(39) + '.',
    ];
    const texts = parts.flatMap((part) => {
      const whole = part.repeat(Math.floor(MAX_TEXT_BYTES / part.length) - 1);
      return [whole, `pass${whole}`, `${whole} `, whole.replaceAll(' ', '\n')];
    });
    const ms = await measureProcessorTime(() => Promise.resolve(texts.map(shown)));
    expect(ms).toBeLessThan(5_000);
  });
});
