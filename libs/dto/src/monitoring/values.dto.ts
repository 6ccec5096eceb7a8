import { BooleanField, DoubleField, Dto, FlagField, IntField, StringField } from '../fields';
import type { Double } from '../values';

@Dto('value', 'A text')
export class StringValue {
  @StringField('The text', { nullable: true, attribute: true })
  value!: string | null;
}

@Dto('value', 'A whole number')
export class IntegerValue {
  @IntField('The number', { nullable: true, attribute: true })
  value!: number | null;
}

@Dto('value', 'A number')
export class DoubleValue {
  @DoubleField('The number', { nullable: true, attribute: true })
  value!: Double | null;
}

@Dto('value', 'A boolean')
export class BooleanValue {
  @BooleanField('The value', { attribute: true })
  value!: boolean;
}

/** Of an operation that removes something. */
export class DeletionQuery {
  @FlagField('Whether a missing record is an error', { default: false })
  validate!: boolean;
}
