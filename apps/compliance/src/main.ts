import 'reflect-metadata';
import { runService } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { ComplianceConfig } from './compliance.config';
import { complianceService } from './service';

void runService('compliance', () => loadConfig(ComplianceConfig), complianceService);
