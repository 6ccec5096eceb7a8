import { defineErrors } from '../error-type';

/** Errors of the error registry itself. */
export const RegistryError = defineErrors('error-registry', {});
