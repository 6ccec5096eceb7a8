import { explainConnectionFailure } from '../src/connection-failure';

const URL = 'postgres://ann:s3cret@db.example/compliance';

describe('a database that cannot be used', () => {
  it.each([
    ['is not there', { code: 'ECONNREFUSED' }, 'no server accepts connections there'],
    ['has an unknown host', { code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND db.example' }, 'unknown host'],
    ['does not answer', { message: 'timeout expired' }, 'no response'],
    ['refuses the password', { code: '28P01' }, 'wrong user name or password'],
    ['does not exist', { code: '3D000' }, 'unknown database'],
  ])('is explained in one sentence without its password when it %s', (_case, error, reason) => {
    const sentence = explainConnectionFailure(error, URL);

    expect(sentence).toContain(`The database compliance at db.example:5432 cannot be used: `);
    expect(sentence).toContain(reason);
    expect(sentence).not.toContain('s3cret');
  });

  it('is not blamed for other errors', () => {
    expect(explainConnectionFailure(new TypeError('x is not a function'), URL)).toBeUndefined();
    expect(explainConnectionFailure({ code: '42601', message: 'syntax error' }, URL)).toBeUndefined();
  });
});
