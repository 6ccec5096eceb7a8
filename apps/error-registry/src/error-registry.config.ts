import { DatabaseServiceConfig } from '@wardstone/config';

/** Settings of the error registry. */
export class ErrorRegistryConfig extends DatabaseServiceConfig {}
