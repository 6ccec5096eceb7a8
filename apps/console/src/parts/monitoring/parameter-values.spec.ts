import type { SimplePropDef } from '@wardstone/client/monitoring';
import { getDefaults, validateValue, toTypedValues } from './parameter-values';

const param = (name: string, type: SimplePropDef['type'], required = false): SimplePropDef => ({
  name,
  type,
  required,
  defaultValue: null,
});

describe('the form of an operation', () => {
  it('starts with the defaults', () => {
    expect(getDefaults([{ ...param('deep', 'BOOLEAN'), defaultValue: 'false' }, param('path', 'FILE')])).toEqual({
      deep: 'false',
      path: '',
    });
  });

  it.each<[SimplePropDef['type'], boolean, string, string | undefined]>([
    ['STRING', false, '', undefined],
    ['STRING', true, '', 'required'],
    ['INTEGER', false, '12', undefined],
    ['INTEGER', false, '1.5', 'notNumber'],
    ['LONG', false, '-3', undefined],
    ['DOUBLE', false, '1.5', undefined],
    ['DOUBLE', false, 'many', 'notNumber'],
    ['FLOAT', true, ' ', 'notNumber'],
  ])('of %s (required: %s) with "%s" has the problem %s', (type, required, text, problem) => {
    expect(validateValue(param('p', type, required), text)).toBe(problem);
  });

  it('gives values in their types and leaves out what is empty', () => {
    const params = [
      param('deep', 'BOOLEAN'),
      param('count', 'INTEGER'),
      param('path', 'FILE'),
      param('note', 'STRING'),
    ];

    expect(toTypedValues(params, { deep: 'true', count: '7', path: '/tmp', note: '' })).toEqual({
      deep: true,
      count: 7,
      path: '/tmp',
    });
  });
});
