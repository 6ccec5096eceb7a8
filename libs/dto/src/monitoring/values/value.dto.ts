import { BooleanField, DoubleField, Dto, IntField, StringField } from '../../fields';
import type { Double } from '../../values';

@Dto({ element: 'value', description: 'A text' })
export class StringValue {
  @StringField('The text', { nullable: true, attribute: true })
  value!: string | null;
}

@Dto({ element: 'value', description: 'A whole number' })
export class IntegerValue {
  @IntField('The number', { nullable: true, attribute: true })
  value!: number | null;
}

@Dto({ element: 'value', description: 'A number' })
export class DoubleValue {
  @DoubleField('The number', { nullable: true, attribute: true })
  value!: Double | null;
}

@Dto({ element: 'value', description: 'A boolean' })
export class BooleanValue {
  @BooleanField('The value', { attribute: true })
  value!: boolean;
}
