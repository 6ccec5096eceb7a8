import type { PageWindow } from '@wardstone/pagination';
import { Dto, Field } from '../fields';
import type { Double } from '../values';

@Dto('value', 'A text')
export class StringValue {
  @Field.String('The text', { nullable: true, attribute: true })
  value!: string | null;
}

@Dto('value', 'A whole number')
export class IntegerValue {
  @Field.Int('The number', { nullable: true, attribute: true })
  value!: number | null;
}

@Dto('value', 'A number')
export class DoubleValue {
  @Field.Double('The number', { nullable: true, attribute: true })
  value!: Double | null;
}

@Dto('value', 'A boolean')
export class BooleanValue {
  @Field.Boolean('The value', { attribute: true })
  value!: boolean;
}

/** Parameters of a deletion. */
export class DeletionQuery {
  @Field.Flag('Whether a missing record is an error', { default: false })
  validate!: boolean;
}

/** First fields of a record about a resource. */
export class OfResource {
  @Field.Int('Id of the resource')
  resourceId!: number;
  @Field.String('Name of the resource')
  resourceName!: string;
}

/** Page of a list. */
export class PageQuery {
  @Field.Page()
  window!: PageWindow;
}
