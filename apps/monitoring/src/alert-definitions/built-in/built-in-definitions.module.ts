import { Module } from '@nestjs/common';
import { PluginsModule } from '../../plugins/plugins.module';
import { AlertDefinitionsModule } from '../alert-definitions.module';
import { BuiltInDefinitionQueries } from './built-in-definitions.queries';
import { BuiltInDefinitions } from './built-in-definitions.service';

/** Begins after the module of the plugins, whose types the definitions are for. */
@Module({ imports: [PluginsModule, AlertDefinitionsModule], providers: [BuiltInDefinitions, BuiltInDefinitionQueries] })
export class BuiltInDefinitionsModule {}
