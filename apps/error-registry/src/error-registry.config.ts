import { SharedServiceConfig } from '@wardstone/config';

/** Settings of the error registry. */
export class ErrorRegistryConfig extends SharedServiceConfig {}
