import { Module } from '@nestjs/common';
import { AgentConfigurationsController } from './agent-configurations.controller';
import { AgentConfigurations } from './agent-configurations.service';
import { ConfigurationQueries } from './configuration.queries';

/** How resources are configured, and were before. */
@Module({ controllers: [AgentConfigurationsController], providers: [AgentConfigurations, ConfigurationQueries] })
export class ConfigurationModule {}
