import 'reflect-metadata';
import { runService } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { ErrorRegistryConfig } from './error-registry.config';
import { errorRegistryService } from './service';

void runService('error-registry', () => loadConfig(ErrorRegistryConfig), errorRegistryService);
