import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { RouteTable } from './route-table';

/** Lets features ask what is routed. */
@Module({})
export class HttpModule {
  static forRoot(routes: RouteTable): DynamicModule {
    const provider = { provide: RouteTable, useValue: routes };
    return { module: HttpModule, global: true, providers: [provider], exports: [RouteTable] };
  }
}
