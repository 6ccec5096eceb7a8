import { isComplete, probeValues, shownFields, toConnection, usualName } from './probe-kinds';

describe('the form of a probe', () => {
  it('starts with the usual values, or with those that are set', () => {
    expect(probeValues('TLS Probe')).toEqual({
      host: '',
      port: '443',
      serverName: '',
      verifyCertificate: 'true',
      timeoutSeconds: '10',
    });
    expect(probeValues('TLS Probe', { host: 'a.example', port: 8443, other: 'x' })).toMatchObject({
      host: 'a.example',
      port: '8443',
    });
  });

  it('shows users of SNMP for version 3 only, and sends no other', () => {
    const names = (version: string) => shownFields('SNMP Probe', { version }).map(({ name }) => name);
    expect(names('2c')).not.toContain('user');
    expect(names('3')).toContain('user');
    const values = { host: 'switch', oid: '1.3.6', version: '2c', user: 'ann', community: ' a ' };
    expect(toConnection('SNMP Probe', values)).toEqual({
      host: 'switch',
      oid: '1.3.6',
      version: '2c',
      community: ' a ',
    });
  });

  it.each([
    [{ host: 'a', port: '5432' }, true],
    [{ host: 'a' }, false],
    [{ host: ' ', port: '5432' }, false],
    [{ host: 'a', port: 'many' }, false],
  ])('of TCP with %j is complete: %s', (values, expected) => {
    expect(isComplete('TCP Probe', values)).toBe(expected);
  });

  it.each([
    [{ url: 'https://shop.example.com:8443/health?x=1' }, 'shop.example.com'],
    [{ url: 'https://ann@[2001:db8::1]/' }, '[2001:db8::1]'],
    [{ host: 'db-1' }, 'db-1'],
    [{ name: 'example.com', host: undefined }, 'example.com'],
  ])('names a probe of %j "%s"', (values, expected) => {
    expect(usualName(values)).toBe(expected);
  });
});
