import { ReadOnlyKeyError } from '@wardstone/auth';
import { KeyFailures } from './key-failures';

describe('failures of the signing key', () => {
  const lines = (...errors: Error[]): unknown[] => {
    const written: unknown[] = [];
    const failures = new KeyFailures();
    failures.report(errors[0]!);
    failures.reportTo({ warn: (...line: unknown[]) => void written.push(line) });
    for (const error of errors.slice(1)) failures.report(error);
    return written;
  };

  it('are logged when a logger exists, repeated failures once', () => {
    const [broken, missing] = [new Error('no JSON'), new Error('no file')];
    const text = 'the signing key could not be read or rotated';
    expect(lines(broken, broken, missing, missing)).toEqual([
      [{ reason: 'no JSON' }, text],
      [{ reason: 'no file' }, text],
    ]);
  });

  it('explain what to do about a key that is due in a read-only file', () => {
    const [[, text]] = lines(new ReadOnlyKeyError('/keys/signing-key.json', new Error('EROFS'))) as [[object, string]];
    expect(text).toMatch(/^A new signing key is due, and \/keys\/signing-key.json is read-only: rotate it/);
  });
});
