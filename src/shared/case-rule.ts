import { z } from 'zod';

/** A role of a file in its case: an open word (`invoice`, `deliveryNote` …). */
export const caseRoleSchema = z.string().trim().min(1).max(100);

const patternForm = /^[^{}]*(?:\{(?:case|role|any)\}[^{}]+)*(?:\{(?:case|role|any)\})?$/u;

/**
 * A pattern of names: literal text with `{case}` once, `{role}` at most once and `{any}`; two of them never touch, for they could
 * be divided anywhere. No regular expression.
 */
export const casePatternSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((pattern) => {
    const count = (slot: string): number => pattern.split(slot).length - 1;
    return patternForm.test(pattern) && count('{case}') === 1 && count('{role}') <= 1 && count('{any}') <= 2;
  }, 'names {case} once and {role} at most once, with text between them, as in {case}_{role}');

/** When an open case becomes a case by itself: when all it needs is there, after a quiet time, or never without a person. */
export const caseReleases = ['complete', 'quiet', 'decision'] as const;

/** How files of mode `case` find together (issue 5). Times in ms. */
export const caseRuleSchema = z.object({
  /**
   * `folder`: one case for each subfolder of the source. `name`: what `{case}` stands for in the pattern. `sidecar`: the
   * `case` of the sidecar or index, else its external id, else one case for each index. `hand`: persons do it.
   */
  by: z.enum(['folder', 'name', 'sidecar', 'hand']).default('hand'),
  /** By name, for the name without its extension. */
  pattern: casePatternSchema.default('{case}_{role}'),
  /** Roles that persons choose from; a role in a file's name counts where it is one of these. Open: others may be typed. */
  roles: z.array(caseRoleSchema).max(100).default([]),
  /** Roles without which a case is not complete. */
  required: z.array(caseRoleSchema).max(50).default([]),
  release: z.enum(caseReleases).default('decision'),
  /** With `quiet`: so long without another file or decision. */
  quietMs: z.number().int().positive().default(60_000),
  /** An open case that was neither released nor changed for so long is held, and a person is told why. */
  limitMs: z
    .number()
    .int()
    .positive()
    .default(24 * 3_600_000),
  /** Whether files of other sources of the same project with the same key come to the same open case. */
  acrossSources: z.boolean().default(true),
});

/** See {@link caseRuleSchema}. */
export type CaseRule = z.infer<typeof caseRuleSchema>;
