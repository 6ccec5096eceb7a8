import { digestSecret, hideSecrets, isSecret, newSecret } from './secret';

describe('a secret', () => {
  const secret = newSecret();

  it('has one form, is stored as a digest, and is unique', () => {
    expect(isSecret(secret)).toBe(true);
    for (const other of ['../etc', `${secret}a`, `x${secret}`, ` ${secret.slice(1)}`]) {
      expect(isSecret(other)).toBe(false);
    }
    expect(isSecret(newSecret('wst_'), 'wst_')).toBe(true);
    expect(isSecret(secret, 'wst_')).toBe(false);
    expect(digestSecret(secret)).not.toContain(secret);
    expect(digestSecret('a')).not.toBe(digestSecret('b'));
    expect(new Set(Array.from({ length: 100 }, () => newSecret())).size).toBe(100);
  });

  it('is hidden in logs, where it has a prefix', () => {
    const [one, other] = [newSecret('wsh_'), newSecret('wst_')];
    expect(hideSecrets(`/rest/heartbeat/ping/${one}?token=${other}`)).toBe(
      '/rest/heartbeat/ping/wsh_***?token=wst_***',
    );
    expect(hideSecrets('/rest/resource/wsh_short')).toBe('/rest/resource/wsh_short');
  });
});
