/**
 * Texts of servers that answer with a sentence instead of a code (workspace 8): matched by their beginning to a
 * translation, otherwise shown as they are.
 */

/** Beginnings of messages, in lower case, to keys of `answers:messages`. */
const PREFIXES = [
  ['links is empty', 'linksEmpty'],
  ['cannot update vector storage', 'vectorStorage'],
  ['cannot update embedding model', 'embeddingModel'],
  ['answer too long', 'answerTooLong'],
  ['question is required', 'questionRequired'],
  ['something went wrong', 'wentWrong'],
  ['url not accessible', 'urlNotAccessible'],
  ['failed to get domain title', 'domainTitle'],
  ['single-page website', 'singlePage'],
  ['maximum limit exceeded', 'maximum'],
  ['limit exceeded', 'package'],
  ['dataset is frozen', 'frozen'],
  ['invalid parameter', 'parameter'],
  ['unsupported', 'unsupported'],
  ['dataset connected to ai', 'datasetConnected'],
  ['dataset already bound', 'datasetBound'],
  ['dataset not bound', 'datasetNotBound'],
  ['dataset not found', 'datasetNotFound'],
  ['too many files', 'tooManyFiles'],
  ['file size exceeds', 'fileSize'],
  ['empty file', 'emptyFile'],
  ['extension not allowed', 'extension'],
  ['only excel', 'onlyExcel'],
  ['excel parsing failed', 'excelParsing'],
  ['read file empty', 'fileUnreadable'],
  ['file too large for analysis', 'fileAnalysis'],
  ['upload a file before', 'uploadFirst'],
  ['question exists', 'questionExists'],
  ['message exists', 'messageExists'],
  ['invalid url', 'invalidUrl'],
  ['robot name existed', 'robotExists'],
  ['robot name required', 'robotName'],
  ['robot url required', 'robotUrl'],
  ['invalid dataset id', 'datasetId'],
  ['dataset has other ai', 'datasetOtherAi'],
  ['invalid config key', 'configKey'],
  ['invalid config value', 'configValue'],
  ['invalid max questions value', 'maxQuestions'],
  ['maximum key limit exceeded', 'keyLimit'],
  ['delete child nodes first', 'childNodes'],
] as const;

const DENIED = ['not authorized', 'must be logged in', 'you must be logged in'];

/** A key of the `answers` texts; null for a message that is shown as it is. */
export function messageKey(message: string): string | null {
  const text = message.trim().toLowerCase();
  if (DENIED.some((beginning) => text.startsWith(beginning))) return 'denied';
  // if several prefixes match, the longest one decides
  const [found] = PREFIXES.filter(([beginning]) => text.startsWith(beginning)).sort(([a], [b]) => b.length - a.length);
  return found ? `messages.${found[1]}` : null;
}
