import type { ObjectMap } from '@wardstone/dto';

/** An operation ran and failed, with output. */
export class OperationFailed extends Error {
  override readonly name = 'OperationFailed';

  constructor(
    message: string,
    readonly result: ObjectMap,
  ) {
    super(message);
  }
}
