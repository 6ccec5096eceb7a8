import { double, flag, integer, text } from './field';
import { recordShape } from './record-shape';
import type { RecordOf } from './record-shape';

/** The single-value wrappers: `{"value":…}` and `<value value="…"/>`. Source: contract 2. */
export const STRING_VALUE = recordShape({
  name: 'StringValue',
  element: 'value',
  description: 'A text',
  fields: { value: text('The text', { attribute: true, nullable: true }) },
});
export type StringValue = RecordOf<typeof STRING_VALUE>;

export const INTEGER_VALUE = recordShape({
  name: 'IntegerValue',
  element: 'value',
  description: 'A whole number',
  fields: { value: integer('The number', { attribute: true, nullable: true }) },
});
export type IntegerValue = RecordOf<typeof INTEGER_VALUE>;

export const DOUBLE_VALUE = recordShape({
  name: 'DoubleValue',
  element: 'value',
  description: 'A number',
  fields: { value: double('The number', { attribute: true, nullable: true }) },
});
export type DoubleValue = RecordOf<typeof DOUBLE_VALUE>;

export const BOOLEAN_VALUE = recordShape({
  name: 'BooleanValue',
  element: 'value',
  description: 'Yes or no',
  fields: { value: flag('The answer', { attribute: true }) },
});
export type BooleanValue = RecordOf<typeof BOOLEAN_VALUE>;
