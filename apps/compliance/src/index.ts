export { ComplianceConfig } from './compliance.config';
