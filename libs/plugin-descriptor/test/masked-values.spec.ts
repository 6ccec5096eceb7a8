import type { PropertyDefinition } from '../src/configuration-definition';
import { maskedValues } from '../src/masked-values';

const simple = (name: string, type: string) => ({ kind: 'SIMPLE', name, type });

it('passwords are masked at any depth, and nothing else', () => {
  const properties = [
    simple('user', 'STRING'),
    simple('password', 'PASSWORD'),
    { kind: 'MAP', name: 'proxy', members: [simple('port', 'INTEGER'), simple('password', 'PASSWORD')] },
    { kind: 'LIST', name: 'keys', member: { kind: 'MAP', name: 'key', members: [simple('secret', 'PASSWORD')] } },
  ] as unknown as PropertyDefinition[];
  const values = {
    user: 'ann',
    password: 'p',
    proxy: { port: 8080, password: 'p' },
    keys: [{ secret: 's', name: 'a' }],
    unset: null,
  };

  expect(maskedValues(properties, values)).toEqual({
    user: 'ann',
    password: '********',
    proxy: { port: '8080', password: '********' },
    keys: [{ secret: '********', name: 'a' }],
    unset: null,
  });
});
