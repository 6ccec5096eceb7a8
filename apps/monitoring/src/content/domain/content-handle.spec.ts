import { isHandle, toHandle } from './content-handle';

describe('a content handle', () => {
  it('has random bytes, in the form that clients check', () => {
    expect(toHandle(Uint8Array.of(0, 255, 16))).toBe('rhq-rest-00ff10.bin');
    expect(isHandle(toHandle(new Uint8Array(16)))).toBe(true);
  });

  it.each([
    '',
    'rhq-rest-.bin',
    'rhq-rest-a.bi',
    'rhq-rest-a_b.bin',
    'rhq-rest-../../etc/passwd.bin',
    `rhq-rest-${'a'.repeat(41)}.bin`,
    'RHQ-REST-a.bin',
    'rhq-rest-a.bin\n',
    ' rhq-rest-a.bin',
    'rhq-rest-aäb.bin',
  ])('is invalid as %j', (text) => {
    expect(isHandle(text)).toBe(false);
  });

  it.each(['rhq-rest-a.bin', 'rhq-rest-4fK2mZ81QqLw0xYb.bin', `rhq-rest-${'a'.repeat(40)}.bin`])(
    'is valid as %s',
    (text) => {
      expect(isHandle(text)).toBe(true);
    },
  );
});
