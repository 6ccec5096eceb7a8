import { ApiExtension } from '@nestjs/swagger';

/** Marks an operation that is not in the contract as Wardstone's own; on a controller, each of its operations. */
export function Addition(): ClassDecorator & MethodDecorator {
  return ApiExtension('x-addition', true);
}
