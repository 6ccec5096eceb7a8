import { type DynamicModule, Module } from '@nestjs/common';
import { GatewayConfig } from '../gateway.config';
import { AccountAdministrationQueries } from './account-administration.queries';
import { AccountAdministrationService } from './account-administration.service';
import { AccountController } from './account.controller';
import { RoleController } from './role.controller';

/** The accounts as administrators see them. Not part of AccountsModule, on which logging in itself depends. */
@Module({})
export class AccountAdministrationModule {
  static forRoot(config: Readonly<GatewayConfig>): DynamicModule {
    return {
      module: AccountAdministrationModule,
      controllers: [AccountController, RoleController],
      providers: [
        { provide: GatewayConfig, useValue: config },
        AccountAdministrationQueries,
        AccountAdministrationService,
      ],
    };
  }
}
