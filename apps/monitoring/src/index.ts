export { MonitoringConfig } from './monitoring.config';
