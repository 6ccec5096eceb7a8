import 'reflect-metadata';
import { runService } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { GatewayConfig } from './gateway.config';
import { gatewayService } from './service';

void runService(
  'gateway',
  () => loadConfig(GatewayConfig),
  (config) => gatewayService(config),
);
