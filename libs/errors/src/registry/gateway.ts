import { defineErrors } from '../error-type';

/** Errors of the gateway: proxying, limits, tokens. */
export const GatewayError = defineErrors('gateway', {});
