export { ErrorRegistryConfig } from './error-registry.config';
