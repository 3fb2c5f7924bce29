/**
 * The work of a research, from its plan to a draft of its report:
 *
 *   each question: passages ─► findings ─┐
 *   gaps: own sources and read pages ────┴─► contradictions ─► each section: written ─► verified
 *
 * Without a language model the draft is a list of quotes by question (a dossier). Every attempt and every replay
 * executes the whole sequence and reads the stored outputs of finished steps. A question whose passages no model has
 * read, because a budget was reached or the work was stopped, gets quotes.
 */
import type { ReportSection } from '../../../sync/model/kinds/reports';
import type { ResearchStage } from '../../../sync/model/kinds/researches';
import type { Passage } from '../../ai/extractive/interface';
import { Claims } from './claims';
import { contradictionsIn, gapsIn } from './compare';
import type { Draft } from './draft';
import { extractByModel, quotesFor } from './extract';
import { Gathering } from './gather';
import { addLimit, mustSee, type Finding, type ResearchWork } from './work';
import { quotedSection, verifySection, writeSection } from './write';

export type Enter = (stage: ResearchStage) => Promise<void>;

/**
 * Makes the draft of a report. Throws SourceLost if the person lost access to a source after it was read.
 * @param usesModel for a replay: whether findings of a model are stored
 */
export async function investigate(work: ResearchWork, enter: Enter, usesModel: boolean): Promise<Draft> {
  const { research, steps, projectId, project } = work;
  const gathering = new Gathering(work);
  const questions = [...research.plan];
  const findings: Finding[] = [];
  const origins = (): { passage: Passage }[] => [...findings, ...work.read];
  const by = { provider: '', model: '' };
  // a replay sends nothing; it reads stored pages, even if the person no longer sees the project
  const mayUseWeb = steps.isReplay || projectId === '' || project?.webSearchEnabled === true;
  const usesWeb = research.usesWeb && mayUseWeb;
  if (usesWeb && !(await work.core.ai.search(work.companyId))) addLimit(work, { kind: 'noWeb' });

  const study = async (question: string, index: number, isPlanned: boolean): Promise<void> => {
    const gathered = await gathering.passagesFor(question, index, usesWeb && isPlanned);
    // a model that had read the sources wrote this question: if a source was withdrawn, the question must not be used
    if (!isPlanned) await mustSee(work, origins());
    const noted = usesModel ? await extractByModel(work, question, index, gathered) : null;
    const extracted = noted ?? quotesFor(work, question, gathered);
    if (extracted.model !== '') Object.assign(by, { provider: extracted.provider, model: extracted.model });
    for (const each of extracted.findings) findings.push({ ...each, n: findings.length + 1, question: index });
  };

  for (const [index, question] of research.plan.entries()) await study(question, index, true);
  await mustSee(work, origins());
  if (usesModel)
    for (const question of await gapsIn(work, findings)) {
      questions.push(question);
      await study(question, questions.length - 1, false);
    }
  await mustSee(work, origins());
  const different = distinct(findings);
  const claims = new Claims(different);
  const contradictions = usesModel ? await contradictionsIn(work, claims.first) : [];

  if (usesModel) await enter('WRITING');
  const sections: ReportSection[] = [];
  for (const [index, title] of questions.entries()) {
    await mustSee(work, origins());
    const paragraphs = usesModel ? await writeSection(work, title, index, claims) : quotedSection(claims, index);
    sections.push({ title, paragraphs });
  }

  if (usesModel) {
    await enter('VERIFYING');
    for (const [index, section] of sections.entries()) {
      await mustSee(work, origins());
      section.paragraphs = await verifySection(work, section, index, claims);
    }
  }
  for (const [index, title] of questions.entries())
    if (!findings.some(({ question }) => question === index)) addLimit(work, { kind: 'question', title });
  if (work.lost.size > 0) addLimit(work, { kind: 'withdrawn', count: work.lost.size });
  for (const budget of steps.reached) addLimit(work, { kind: 'budget', error: budget });
  const mode = usesModel ? 'model' : 'extractive';
  return { sections, findings: different, origins: origins(), contradictions, limits: work.limits, mode, ...by };
}

/** Removes findings with the same source, quote and claim as an earlier one. */
function distinct(findings: readonly Finding[]): Finding[] {
  const known = new Set<string>();
  return findings.filter(({ quote, claim, passage }) => {
    const key = JSON.stringify([passage.kind, passage.id, passage.url, quote, claim]);
    return !known.has(key) && known.add(key);
  });
}
