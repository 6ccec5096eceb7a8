import { type DynamicModule, Module } from '@nestjs/common';
import { Addresses } from './addresses';
import { RouteTable } from './request-paths';

/** Routes and addresses for other features. */
@Module({})
export class ApiModule {
  static forRoot(routes: RouteTable): DynamicModule {
    const provider = { provide: RouteTable, useValue: routes };
    return { module: ApiModule, global: true, providers: [provider, Addresses], exports: [RouteTable, Addresses] };
  }
}
