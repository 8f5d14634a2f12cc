import type { Command } from 'commander';
import type { z } from 'zod';
import { success } from '../../engine/faults/fault.ts';
import { personCall } from '../../engine/service/client.ts';
import { projectList, projectSchema, projectSchemaSchema } from '../../engine/service/operations/projects.ts';
import { sayLabelled } from '../api/labelled-lines.ts';
import { boundsOf, pagingOf, sayPage, withPagingFlags, type PagingOptions } from '../api/paging.ts';
import { withService } from '../api/with-service.ts';
import { withCommonFlags, type CommandContext } from '../command-context.ts';
import { exitStatus } from '../exit-status.ts';
import { sayTable } from '../output/say-table.ts';
import { serviceWordsIn, type ServiceWords } from '../output/service-words.ts';
import type { Terminal } from '../output/terminal.ts';
import type { CommonOptions } from '../station.ts';

interface ListOptions extends CommonOptions, PagingOptions {
  readonly search?: string;
  readonly sort?: string;
}

type ProjectAnswer = z.infer<typeof projectSchema>;
type DataPoints = NonNullable<z.infer<typeof projectSchemaSchema>['dataPoints']>;

/** Registers `mailroom projects [list|show]`: projects of the service, and what they extract. */
export function registerProjects(program: Command, context: CommandContext): void {
  const projects = program.command('projects').description('show projects of the service');
  withPagingFlags(withCommonFlags(projects.command('list', { isDefault: true })), 'projects')
    .description('a page of the projects of the service')
    .option('--search <text>', 'only projects with this text in their name')
    .option('--sort <order>', 'order, such as name or -createdAt')
    .action((options: ListOptions) => list(context, options));
  withCommonFlags(projects.command('show <id>'))
    .description('one project with its schema: the values that it extracts')
    .action((id: string, options: CommonOptions) => show(context, id, options));
}

function list(context: CommandContext, options: ListOptions): Promise<void> {
  return withService(context, options, async (service, terminal) => {
    const paging = pagingOf(options);
    const { search, sort } = options;
    const filters = { ...(search === undefined ? {} : { search }), ...(sort === undefined ? {} : { sort }) };
    const answer = await service.callOperation('projects.list', { query: { ...filters, ...paging } }, personCall);
    if (!answer.ok) return answer;
    const read = projectList.parse(answer.value);
    const projects = Array.isArray(read) ? read : read.data;
    for (const project of projects) terminal.object({ event: 'project', ...project });
    sayProjects(terminal, projects);
    sayPage(terminal, 'projects', projects.length, boundsOf(read, paging));
    return success(exitStatus.ok);
  });
}

function yesOrNo(value: boolean | null | undefined, words: ServiceWords): string {
  return value === null || value === undefined ? '' : value ? words.yes : words.no;
}

function sayProjects(terminal: Terminal, projects: readonly ProjectAnswer[]): void {
  sayTable(
    terminal,
    [
      { title: 'ID', kind: 'name', min: 12 },
      { title: 'Name', kind: 'name', min: 12 },
      { title: 'Completion', kind: 'text', min: 10 },
      { title: 'Duplicates', kind: 'text', min: 10 },
      { title: 'Live', kind: 'text', min: 4 },
    ],
    projects.map(({ id, name, completion, duplicates, isLive }) => ({
      cells: [
        id ?? '',
        name ?? '',
        completion ?? '',
        duplicates ?? '',
        yesOrNo(isLive, serviceWordsIn(terminal.language)),
      ],
    })),
  );
}

function show(context: CommandContext, id: string, options: CommonOptions): Promise<void> {
  return withService(context, options, async (service, terminal) => {
    const answer = await service.callOperation('projects.get', { path: { id } }, personCall);
    if (!answer.ok) return answer;
    const project = projectSchema.parse(answer.value);
    const schemaAnswer = await service.callOperation('projects.schema', { path: { id } }, personCall);
    if (!schemaAnswer.ok) return schemaAnswer;
    const schema = projectSchemaSchema.parse(schemaAnswer.value);
    terminal.object({ event: 'project', ...project, schema });
    const words = serviceWordsIn(terminal.language);
    sayLabelled(terminal, [
      ['ID', project.id ?? id],
      ['Name', project.name],
      ['Note', project.note],
      ['Live', yesOrNo(project.isLive, words)],
      ['Completion', project.completion],
      ['Duplicates', project.duplicates],
      ['Kept for', daysInWords(project.retentionDays, words)],
      ['Model', project.extractionModelId],
      ['Created', project.createdAt],
      ['Updated', project.updatedAt],
      ['Schema', schema.version],
    ]);
    const points = schema.dataPoints ?? [];
    if (points.length > 0) terminal.line();
    sayDataPoints(terminal, points);
    return success(exitStatus.ok);
  });
}

function daysInWords(days: number | null | undefined, words: ServiceWords): string {
  return days === null || days === undefined ? '' : words.days(days);
}

function sayDataPoints(terminal: Terminal, points: DataPoints): void {
  sayTable(
    terminal,
    [
      { title: 'Value', kind: 'name', min: 12 },
      { title: 'Shown as', kind: 'name', min: 12 },
      { title: 'Type', kind: 'text', min: 6 },
      { title: 'Source', kind: 'text', min: 8 },
    ],
    points.map(({ internalName, displayName, type, source }) => ({
      cells: [internalName ?? '', displayName ?? '', type ?? '', source ?? ''],
    })),
  );
}
