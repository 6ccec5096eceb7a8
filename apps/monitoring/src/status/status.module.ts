import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { BUILD_NUMBER } from './build-number';
import { StatusController } from './status.controller';
import { StatusQueries } from './status.queries';
import { StatusService } from './status.service';

@Module({})
export class StatusModule {
  static forRoot({ BUILD_NUMBER: build }: { BUILD_NUMBER: string }): DynamicModule {
    return {
      module: StatusModule,
      controllers: [StatusController],
      providers: [StatusService, StatusQueries, { provide: BUILD_NUMBER, useValue: build }],
    };
  }
}
