import { SAME_WORD, WEEKDAYS } from '../reading/words.ts'

/** Words of days in other languages as the words of the English grammar, which reads what is made of them. */

/**
 * The words of the grammar, or some of them, with what others say for them: without accents, in small letters. What is
 * several words long is looked for first.
 */
const WORDS: Record<string, string> = {
  de: `
    monday: montag, mo; tuesday: dienstag, di; wednesday: mittwoch, mi; thursday: donnerstag, do;
    friday: freitag, fr; saturday: samstag, sonnabend, sa; sunday: sonntag, so; january: januar;
    february: februar; march: marz; april: april; may: mai; june: juni; july: juli; august: august;
    september: september; october: oktober; november: november; december: dezember; today: heute;
    tomorrow: morgen; tomorrow morning: morgen fruh; this morning: heute morgen, heute fruh; monday
    morning: montag morgen; tuesday morning: dienstag morgen; wednesday morning: mittwoch morgen;
    thursday morning: donnerstag morgen; friday morning: freitag morgen; saturday morning: samstag
    morgen; sunday morning: sonntag morgen; day after tomorrow: ubermorgen, uber morgen; and: und; or: oder;
    from: vom, von; starting: ab; week of: woche vom, woche von; noon: mittag; in the morning: am
    morgen; until: bis, bis einschliesslich; until the: bis zum; until further notice:
    bis auf weiteres; between: zwischen; the: der, die, das, den, dem, des; on: am; for: fur; every:
    jeden, jede, jedes; this: diese, diesen, dieser, dieses, diesem; next: nachste, nachsten,
    nachster, nachstes, nachstem; coming: kommende, kommenden, kommender, kommendes, kommendem; days: tag, tage, tagen;
    week: woche; weeks: wochen; week after next: ubernachste woche, ubernachster woche; weekend: wochenende;
    month: monat, monats; months: monate, monaten; end of month: monatsende; until end of: bis ende; early: anfang; mid: mitte; year: jahr,
    jahres; in: im; oclock: uhr;
    christmas: weihnachten; christmas eve: heiligabend; nye: silvester; easter: ostern; a: eine,
    einen, einem, einer, eines, ein; two: zwei; three: drei; four: vier; five: funf; six: sechs; seven: sieben; eight: acht;
    nine: neun; ten: zehn; except: außer, ausser, ausgenommen; without: ohne; but: aber; not: nicht;
    at the latest: spatestens; max: maximal, hochstens`,
  es: `
    monday: lunes, lun; tuesday: martes, mar; wednesday: miercoles, mie; thursday: jueves, jue;
    friday: viernes, vie; saturday: sabado, sab; sunday: domingo, dom; january: enero; february:
    febrero; march: marzo; april: abril; may: mayo; june: junio; july: julio; august: agosto;
    september: septiembre; october: octubre; november: noviembre; december: diciembre; today: hoy;
    tomorrow: manana; in the morning: por la manana, la manana; in the afternoon: por la tarde; in the evening: por la
    noche; noon: mediodia, al mediodia; day after tomorrow: pasado manana; and: y; or:
    o, u; of: de; week of: semana del; mondays: los lunes; tuesdays: los martes; wednesdays: los
    miercoles; thursdays: los jueves; fridays: los viernes; saturdays: los sabados; sundays: los
    domingos; from: desde; starting: a partir de; starting the: a partir del; from the: desde el, del; until: hasta, a; until the: hasta el, al;
    until further notice: hasta nuevo aviso; between: entre; the: el, la, los, las; for: por,
    durante; every: cada, todos los, todas las; this: este, esta; next: proximo, proxima; next week:
    la semana que viene, semana que viene, la semana proxima; next month: el mes que viene, mes que
    viene; days: dia, dias; week: semana; weeks: semanas; weekend: fin de semana; month: mes;
    months: meses; end of month: fin de mes, finales de mes; christmas: navidad; christmas eve:
    nochebuena; nye: nochevieja; a: un, una;
    in: en; two: dos; three: tres; four: cuatro; five: cinco; six: seis; seven: siete; eight: ocho; nine: nueve; ten: diez;
    except: excepto, salvo, menos; without: sin; but: pero; but not: pero no; at the latest: a mas tardar`,
  fr: `
    monday: lundi, lun; tuesday: mardi, mar; wednesday: mercredi, mer; thursday: jeudi, jeu; friday:
    vendredi, ven; saturday: samedi, sam; sunday: dimanche, dim; january: janvier; february:
    fevrier; march: mars; april: avril; may: mai; june: juin; july: juillet; august: aout;
    september: septembre; october: octobre; november: novembre; december: decembre; today:
    aujourd'hui; tomorrow: demain; day after tomorrow: apres-demain, apres demain; and: et; or: ou;
    of: de; week of: semaine du; noon: midi; starting: a partir de; from the: du; starting the: a partir du; until: jusqu'a, a; until the: jusqu'au,
    au; until further notice: jusqu'a nouvel ordre; between: entre; the: le, la, les; for: pour,
    pendant; in: dans; every: chaque, tous les, toutes les; this: ce, cet, cette; next: prochain,
    prochaine; next week: la semaine prochaine, semaine prochaine; next weekend: le week-end
    prochain, week-end prochain, le weekend prochain, weekend prochain; next month: le mois
    prochain, mois prochain; days: jour, jours; week: semaine; weeks: semaines; months: mois; end of
    month: fin du mois, fin de mois; christmas: noel; easter: paques; 1: 1er; a: un, une; this
    month: ce mois, ce mois-ci;
    two: deux; three: trois; four: quatre; five: cinq; seven: sept; eight: huit; nine: neuf; ten: dix;
    except: sauf, hors, excepte; without: sans; but: mais; but not: mais pas; at the latest: au plus tard`,
  it: `
    monday: lunedi, lun; tuesday: martedi, mar; wednesday: mercoledi, mer; thursday: giovedi, gio;
    friday: venerdi, ven; saturday: sabato, sab; sunday: domenica, dom; january: gennaio; february:
    febbraio; march: marzo; april: aprile; may: maggio; june: giugno; july: luglio; august: agosto;
    september: settembre; october: ottobre; november: novembre; december: dicembre; today: oggi;
    tomorrow: domani; day after tomorrow: dopodomani; and: e, ed; or: o, oppure; of: di; week of: settimana del; noon: mezzogiorno, a mezzogiorno; from: da;
    from the: dal; until: fino a, a; until the: fino al, al; until further notice: fino a nuovo
    avviso; between: tra, fra; the: il, la, lo, i, le; for: per; every: ogni, tutti i, tutte le;
    this: questo, questa; next: prossimo, prossima; next week: la settimana prossima, settimana
    prossima; next month: il mese prossimo, mese prossimo; days: giorno, giorni; week: settimana;
    weeks: settimane; weekend: fine settimana; month: mese; months: mesi; end of month: fine mese,
    fine del mese; christmas: natale; easter: pasqua; a: un, una;
    two: due; three: tre; four: quattro; five: cinque; six: sei; seven: sette; eight: otto; nine: nove; ten: dieci;
    except: tranne, eccetto, salvo; without: senza; but: ma; but not: ma non; at the latest: al piu tardi`,
  nl: `
    monday: maandag, ma; tuesday: dinsdag, di; wednesday: woensdag, wo; thursday: donderdag, do;
    friday: vrijdag, vr; saturday: zaterdag, za; sunday: zondag, zo; january: januari; february:
    februari; march: maart; april: april; may: mei; june: juni; july: juli; august: augustus;
    september: september; october: oktober; november: november; december: december; today: vandaag;
    tomorrow: morgen; tomorrow morning: morgenochtend; day after tomorrow: overmorgen, over morgen; afternoon: middag; tomorrow afternoon: morgenmiddag; and: en; or:
    of; from: van; starting: vanaf; until: tot, tot en met, t/m; until further notice: tot nader order;
    between: tussen; the: de, het; for: gedurende; in: over; every: elke, iedere; this: deze, dit;
    next: volgende; coming: komende; days: dag, dagen; weeks: weken; month: maand; months: maanden; end of
    month: einde van de maand, eind van de maand; christmas: kerst, kerstmis; nye: oudjaar,
    oudejaarsavond; easter: pasen; a: een;
    two: twee; three: drie; four: vier; five: vijf; six: zes; seven: zeven; eight: acht; nine: negen; ten: tien;
    except: behalve; without: zonder; but: maar; not: niet; at the latest: uiterlijk`,
  pt: `
    monday: segunda-feira, seg; tuesday: terca-feira, ter; wednesday: quarta-feira, qua; thursday:
    quinta-feira, qui; friday: sexta-feira, sex; saturday: sabado, sab; sunday: domingo, dom;
    january: janeiro; february: fevereiro; march: marco; april: abril; may: maio; june: junho; july:
    julho; august: agosto; september: setembro; october: outubro; november: novembro; december:
    dezembro; today: hoje; tomorrow: amanha; day after tomorrow: depois de amanha; and: e; or: ou;
    of: de; week of: semana do; noon: meio-dia, ao meio-dia; in the morning: de manha, pela manha; in the afternoon: a tarde, de
    tarde; in the evening: a noite, de noite; from: desde; starting: a partir de; from the: do; until: ate, a; until the: ate o, ate o dia, ao;
    until further notice: ate novo aviso; between: entre; the: o, os, as; for: por, durante; every:
    cada, toda, todo, todas as, todos os; this: este, esta, neste, nesta; next: proximo, proxima;
    next week: semana que vem, a semana que vem, na proxima semana; next month: mes que vem, o mes
    que vem; days: dia, dias; week: semana; weeks: semanas; weekend: fim de semana; month: mes;
    months: meses; end of month: fim do mes; christmas: natal; easter: pascoa; a: um, uma;
    in: em; two: dois, duas; three: tres; four: quatro; five: cinco; six: seis; seven: sete; eight: oito; nine: nove; ten: dez;
    except: exceto, salvo, menos; without: sem; but: mas; but not: mas nao; at the latest: o mais tardar`,
  ja: `
    monday: 月曜日, 月曜; tuesday: 火曜日, 火曜; wednesday: 水曜日, 水曜; thursday: 木曜日, 木曜; friday: 金曜日, 金曜;
    saturday: 土曜日, 土曜; sunday: 日曜日, 日曜; today: 今日; tomorrow: 明日; day after tomorrow: 明後日; and: と;
    or: または; this week: 今週; next week: 来週; weekend: 週末; this weekend: 今週末; this month: 今月; next
    month: 来月; days: 日間; weeks: 週間; every: 毎週; –: 〜, ～`,
  zh: `
    today: 今天; tomorrow: 明天; day after tomorrow: 后天, 後天; and: 和; or: 或, 或者; this week: 本周, 这周, 本週,
    這週; next week: 下周, 下週; weekend: 周末, 週末; this weekend: 这个周末, 本周末, 這個週末; this month: 本月, 这个月, 這個月;
    next month: 下个月, 下個月, 下月; days: 天; weeks: 周, 个星期; every: 每周, 每天; –: 〜, ～`,
}

/** A day's name in short stays one, which is no day among other words: `so` is `sun`. */
const asShort = (word: string, other: string): string =>
  WEEKDAYS.has(word) && /^\p{Script=Latin}{2,3}$/u.test(other) ? word.slice(0, 3) : word

interface Translation {
  find: RegExp
  english: ReadonlyMap<string, string>
}

/** Languages that put no spaces between words. */
const UNSPACED = new Set(['ja', 'zh'])

const TRANSLATIONS: ReadonlyMap<string, Translation> = new Map(
  Object.entries(WORDS).map(([language, words]) => {
    const english = new Map(
      words.split(';').flatMap(row => {
        const [word = '', others = ''] = row.trim().replaceAll(/\s+/g, ' ').split(': ')
        return others.split(', ').map((other): [string, string] => [other, asShort(word, other)])
      }),
    )
    const others = [...english.keys()].sort((a, b) => b.length - a.length).join('|')
    const spaced = !UNSPACED.has(language)
    const find = spaced
      ? new RegExp(`(?<![\\p{L}\\d'])(?:${others})(?![\\p{L}\\d'])`, 'gu')
      : new RegExp(others, 'gu')
    return [language, { find, english }]
  }),
)

/** The names of the days of a week as tokens have them, and the words up to them, a table a language: `montag` and `mo` are 0. */
export const WEEKDAYS_ABROAD = [...TRANSLATIONS.values()]
  .map(({ english }) => ({
    names: new Map(
      [...english].flatMap(([other, word]): [string, number][] => {
        const day = WEEKDAYS.get(SAME_WORD.get(word) ?? word)
        return day === undefined ? [] : [[SAME_WORD.get(other) ?? other, day]]
      }),
    ),
    until: [...english].flatMap(([other, word]) => (word === 'until' ? [other] : [])),
  }))
  .filter(({ names }) => names.size > 0)

/**
 * A phrase in the words of the English grammar, as it stands and without its articles; what the table does not have stays.
 * None where it has nothing of the phrase.
 */
export function translations(phrase: string, language: string): readonly string[] {
  const translation = TRANSLATIONS.get(language)
  if (!translation) return []
  const { find, english } = translation
  const space = UNSPACED.has(language) ? ' ' : ''
  const plain = phrase.toLowerCase().normalize(space ? 'NFC' : 'NFD')
  const bare = space ? plain : plain.replaceAll(ACCENTS, '')
  const made = bare.replaceAll(find, (found, at: number) =>
    at === 0 && found === AT ? found : `${space}${english.get(found)}${space}`,
  )
  if (made === bare) return []
  const said = made.replace(/^of /, 'from ')
  const without = said.replaceAll(/\bthe /g, '')
  return without === said ? [said] : [said, without]
}

/** What joins two days, before the first is `on` or an article: `a 24 de dezembro`, `à vendredi`. */
const AT = 'a'
const ACCENTS = /\p{M}/gu
