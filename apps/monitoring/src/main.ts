import 'reflect-metadata';
import { runService } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { MonitoringConfig } from './monitoring.config';
import { monitoringService } from './service';

void runService('monitoring', () => loadConfig(MonitoringConfig), monitoringService);
