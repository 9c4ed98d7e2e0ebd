import { SLAVIC } from './slavic.ts'

/** Words of days in other languages as the words of the English grammar. */

/**
 * The words of the grammar, or some of them, with what others say for them: without accents, in small letters. What is
 * several words long is looked for first.
 */
export const WORDS: Record<string, string> = {
  de: `
    monday: montag, mo; tuesday: dienstag, di; wednesday: mittwoch, mi; thursday: donnerstag, do; friday:
    freitag, fr; saturday: samstag, sonnabend, sa; sunday: sonntag, so; january: januar; february: februar;
    march: marz; april: april; may: mai; june: juni; july: juli; august: august; september: september;
    october: oktober; november: november; december: dezember; today: heute; tomorrow: morgen; tomorrow
    morning: morgen fruh; this morning: heute morgen, heute fruh; monday morning: montag morgen; tuesday
    morning: dienstag morgen; wednesday morning: mittwoch morgen; thursday morning: donnerstag morgen;
    friday morning: freitag morgen; saturday morning: samstag morgen; sunday morning: sonntag morgen; day
    after tomorrow: ubermorgen, uber morgen; and: und; or: oder; from: vom, von; starting: ab; week of:
    woche vom, woche von; noon: mittag; in the morning: am morgen; until: bis, bis einschliesslich, bis
    einschließlich; until the: bis zum; until further notice: bis auf weiteres; between: zwischen; the: der,
    die, das, den, dem, des; on: am; around: um; over: uber; over the: ubers; long: lang; for: fur; every:
    jeden, jede, jedes; this: diese, diesen, dieser, dieses, diesem; next: nachste, nachsten, nachster,
    nachstes, nachstem; coming: kommende, kommenden, kommender, kommendes, kommendem; days: tag, tage,
    tagen; week: woche; weeks: wochen; week after next: ubernachste woche, ubernachster woche; weekend:
    wochenende; month: monat, monats; months: monate, monaten; end of month: monatsende; end of quarter:
    quartalsende; end of year: jahresende; end of: ende; early: anfang; mid: mitte; year: jahr, jahres; in:
    im; oclock: uhr; christmas: weihnachten; christmas eve: heiligabend; nye: silvester; nyd: neujahr;
    between christmas and nyd: zwischen den jahren; good friday: karfreitag; easter: ostern; easter monday:
    ostermontag; whit monday: pfingstmontag; quarter: quartal, quartals; working days: arbeitstage,
    arbeitstagen, werktage, werktagen; whole: ganze, ganzen, ganzer, ganzes; a: eine, einen, einem, einer,
    eines, ein; two: zwei; three: drei; four: vier; five: funf; six: sechs; seven: sieben; eight: acht;
    nine: neun; ten: zehn; except: außer, ausser, ausgenommen; without: ohne; but: aber; not: nicht; at the
    latest: spatestens; max: maximal, hochstens; morning: vormittag; afternoon: nachmittag; evening: abend;
    night: nacht; half: halbe, halben; hours: stunde, stunden; minutes: minute, minuten`,
  es: `
    monday: lunes, lun; tuesday: martes, mar; wednesday: miercoles, mie; thursday: jueves, jue; friday:
    viernes, vie; saturday: sabado, sab; sunday: domingo, dom; january: enero; february: febrero; march:
    marzo; april: abril; may: mayo; june: junio; july: julio; august: agosto; september: septiembre;
    october: octubre; november: noviembre; december: diciembre; today: hoy; tomorrow: manana; in the
    morning: por la manana, la manana; in the afternoon: por la tarde; in the evening: por la noche; noon:
    mediodia, al mediodia; day after tomorrow: pasado manana; and: y; or: o, u; of: de; week of: semana del;
    mondays: los lunes; tuesdays: los martes; wednesdays: los miercoles; thursdays: los jueves; fridays: los
    viernes; saturdays: los sabados; sundays: los domingos; from: desde; starting: a partir de; starting
    the: a partir del; from the: desde el, del; until: hasta, a; until the: hasta el, al; until further
    notice: hasta nuevo aviso; between: entre; the: el, la, los, las; for: por, durante; every: cada, todos
    los, todas las; this: este, esta; next: proximo, proxima, proximos, proximas; next weekend: el fin de
    semana que viene, fin de semana que viene; next week: la semana que viene, semana que viene, la semana
    proxima; next month: el mes que viene, mes que viene; days: dia, dias; week: semana; weeks: semanas;
    weekend: fin de semana, finde; coming: que viene, que entra; all: todo, toda; evening: noche; afternoon:
    tarde; half: media, medio; hours: hora, horas; minutes: minuto, minutos; included: incluido, incluida,
    inclusive; month: mes; months: meses; end of month: fin de mes, finales de mes; end of: fin de, final
    de, finales de, fines de; early: principios de; mid: mediados de; year: ano; next year: el ano que
    viene; rest: resto; rest of the: resto del; christmas: navidad; nyd: ano nuevo; christmas eve:
    nochebuena; nye: nochevieja; a: un, una; in: en, dentro de; two: dos; three: tres; four: cuatro; five:
    cinco; six: seis; seven: siete; eight: ocho; nine: nueve; ten: diez; except: excepto, salvo, menos;
    without: sin; but: pero; but not: pero no; at the latest: a mas tardar`,
  fr: `
    monday: lundi, lun; tuesday: mardi, mar; wednesday: mercredi, mer; thursday: jeudi, jeu; friday:
    vendredi, ven; saturday: samedi, sam; sunday: dimanche, dim; january: janvier; february: fevrier; march:
    mars; april: avril; may: mai; june: juin; july: juillet; august: aout; september: septembre; october:
    octobre; november: novembre; december: decembre; today: aujourd'hui; tomorrow: demain; day after
    tomorrow: apres-demain, apres demain; and: et; or: ou; of: de; week of: semaine du; noon: midi;
    starting: a partir de; from the: du; starting the: a partir du; until: jusqu'a, a; until the: jusqu'au,
    au; until further notice: jusqu'a nouvel ordre; between: entre; the: le, la, les; for: pour, pendant;
    in: dans; every: chaque, tous les, toutes les; this: ce, cet, cette; next: prochain, prochaine,
    prochains, prochaines; next week: la semaine prochaine, semaine prochaine; next weekend: le week-end
    prochain, week-end prochain, le weekend prochain, weekend prochain; next month: le mois prochain, mois
    prochain; days: jour, jours; week: semaine; weeks: semaines; months: mois; end of month: fin du mois,
    fin de mois; end of year: fin de l'annee, la fin de l'annee, fin d'annee; end of: fin, la fin de, fin
    de; early: debut; year: annee, an; next year: l'annee prochaine, annee prochaine, l'an prochain; rest:
    reste; fortnight: quinze jours; christmas: noel; nye: saint-sylvestre; nyd: nouvel an, jour de l'an;
    easter: paques; easter monday: lundi de paques; 1: 1er; a: un, une; this month: ce mois, ce mois-ci;
    two: deux; three: trois; four: quatre; five: cinq; seven: sept; eight: huit; nine: neuf; ten: dix;
    except: sauf, hors, excepte; without: sans; but: mais; but not: mais pas; at the latest: au plus tard;
    morning: matin; afternoon: apres-midi, apres midi; evening: soir, soiree; night: nuit; half: demi,
    demie; half an hour: demi-heure, une demi-heure; hours: heure, heures; minutes: minute; included:
    inclus, inclue, compris`,
  it: `
    monday: lunedi, lun; tuesday: martedi, mar; wednesday: mercoledi, mer; thursday: giovedi, gio; friday:
    venerdi, ven; saturday: sabato, sab; sunday: domenica, dom; january: gennaio; february: febbraio; march:
    marzo; april: aprile; may: maggio; june: giugno; july: luglio; august: agosto; september: settembre;
    october: ottobre; november: novembre; december: dicembre; today: oggi; tomorrow: domani; day after
    tomorrow: dopodomani; and: e, ed; or: o, oppure; of: di; week of: settimana del; noon: mezzogiorno, a
    mezzogiorno; from: da; from the: dal; until: fino a, a; until the: fino al, al, fino alla; until further
    notice: fino a nuovo avviso; between: tra, fra; the: il, la, lo, i, le; for: per; every: ogni, tutti i,
    tutte le; this: questo, questa; next: prossimo, prossima; next week: la settimana prossima, settimana
    prossima; next month: il mese prossimo, mese prossimo; days: giorno, giorni; week: settimana; weeks:
    settimane; weekend: fine settimana; month: mese; months: mesi; end of month: fine mese, fine del mese;
    end of: fine, fine di; end of the: fine del; early: inizio; mid: meta; year: anno; next year: l'anno
    prossimo, anno prossimo; rest: resto; of the: del, della; christmas: natale; christmas eve: vigilia di
    natale; nyd: capodanno; easter: pasqua; easter monday: pasquetta; a: un, una; two: due; three: tre;
    four: quattro; five: cinque; six: sei; seven: sette; eight: otto; nine: nove; ten: dieci; except:
    tranne, eccetto, salvo; without: senza; but: ma; but not: ma non; at the latest: al piu tardi; in the:
    nel, nella; tonight: stasera, stanotte; morning: mattina; afternoon: pomeriggio; evening: sera; night:
    notte; hours: ora, ore; minutes: minuto, minuti; included: incluso, compreso`,
  nl: `
    monday: maandag, ma; tuesday: dinsdag, di; wednesday: woensdag, wo; thursday: donderdag, do; friday:
    vrijdag, vr; saturday: zaterdag, za; sunday: zondag, zo; january: januari; february: februari; march:
    maart; april: april; may: mei; june: juni; july: juli; august: augustus; september: september; october:
    oktober; november: november; december: december; today: vandaag; tomorrow: morgen; tomorrow morning:
    morgenochtend; day after tomorrow: overmorgen, over morgen; afternoon: middag; tomorrow afternoon:
    morgenmiddag; and: en; or: of; from: van; starting: vanaf; until: tot, tot en met, t/m; until further
    notice: tot nader order; between: tussen; the: de, het; for: gedurende; in: over; every: elke, iedere;
    this: deze, dit; next: volgende; coming: komende, komend; days: dag, dagen; weeks: weken; month: maand;
    months: maanden; end of month: einde van de maand, eind van de maand; end of: eind, einde, eind van,
    einde van; year: jaar; next year: volgend jaar; quarter: kwartaal; rest of: rest van; christmas: kerst,
    kerstmis; nyd: nieuwjaar, nieuwjaarsdag; nye: oudjaar, oudejaarsavond; easter: pasen; christmas day:
    eerste kerstdag; boxing day: tweede kerstdag; a: een; two: twee; three: drie; four: vier; five: vijf;
    six: zes; seven: zeven; eight: acht; nine: negen; ten: tien; except: behalve; without: zonder; but:
    maar; not: niet; at the latest: uiterlijk; tonight: vanavond, vannacht; this morning: vanochtend,
    vanmorgen; this afternoon: vanmiddag; tomorrow evening: morgenavond; morning: ochtend; evening: avond;
    night: nacht; half: half, halve; hours: uren; oclock: uur; minutes: minuut, minuten; included: inclusief`,
  pt: `
    monday: segunda-feira, seg; tuesday: terca-feira, ter; wednesday: quarta-feira, qua; thursday:
    quinta-feira, qui; friday: sexta-feira, sex; saturday: sabado, sab; sunday: domingo, dom; january:
    janeiro; february: fevereiro; march: marco; april: abril; may: maio; june: junho; july: julho; august:
    agosto; september: setembro; october: outubro; november: novembro; december: dezembro; today: hoje;
    tomorrow: amanha; day after tomorrow: depois de amanha; and: e; or: ou; of: de; week of: semana do;
    noon: meio-dia, ao meio-dia; in the morning: de manha, pela manha; in the afternoon: a tarde, de tarde;
    in the evening: a noite, de noite; from: desde; starting: a partir de; from the: do; until: ate, a;
    until the: ate o, ate o dia, ao; until further notice: ate novo aviso; between: entre; the: o, os, as;
    for: por, durante; every: cada, toda, todo, todas as, todos os; this: este, esta, neste, nesta; next:
    proximo, proxima, o proximo, a proxima, proximos, proximas; on the: na, no; next week: semana que vem, a
    semana que vem, na proxima semana; next month: mes que vem, o mes que vem; days: dia, dias; week:
    semana; weeks: semanas; weekend: fim de semana; month: mes; months: meses; end of month: fim do mes; end
    of: fim de, final de; end of the: fim do, final do; year: ano; next year: ano que vem, o ano que vem;
    rest of the: resto da, resto do; christmas: natal; christmas eve: vespera de natal; nyd: ano novo;
    easter: pascoa; a: um, uma; in: em, daqui a; two: dois, duas; three: tres; four: quatro; five: cinco;
    six: seis; seven: sete; eight: oito; nine: nove; ten: dez; except: exceto, salvo, menos; without: sem;
    but: mas; but not: mas nao; at the latest: o mais tardar; evening: noite; afternoon: tarde; half: meia,
    meio; hours: hora, horas; minutes: minuto, minutos; included: inclusive, incluido`,
  sv: `
    monday: mandag, man; tuesday: tisdag, tis; wednesday: onsdag, ons; thursday: torsdag, tors, tor; friday:
    fredag, fre; saturday: lordag, lor; sunday: sondag, son; january: januari; february: februari; march:
    mars; april: april; may: maj; june: juni; july: juli; august: augusti; september: september; october:
    oktober, okt; november: november; december: december; today: idag, i dag; tomorrow: imorgon, i morgon;
    day after tomorrow: overmorgon, i overmorgon; tomorrow morning: imorgon bitti, i morgon bitti; and: och;
    or: eller; from: fran, fran och med; until: till, tills, till och med, t o m, t.o.m.; until further
    notice: tills vidare; between: mellan; the: den, det; on: pa; for: i, under; in: om; every: varje; this:
    denna, detta, den har, det har; next: nasta; coming: kommande; days: dag, dagar; week: vecka; this week:
    i veckan; weeks: veckor; weekend: helg, helgen; this weekend: i helgen; month: manad; months: manader;
    year: ar; this year: i ar; end of: slutet av, slutet pa; end of month: slutet av manaden; end of year:
    slutet av aret, arets slut; end of week: slutet av veckan; rest of: resten av; the week: veckan; the
    month: manaden; the year: aret; christmas: jul; christmas eve: julafton; christmas day: juldagen; nye:
    nyarsafton; nyd: nyarsdagen, nyar; easter: pask; a: en, ett; two: tva; three: tre; four: fyra; five:
    fem; six: sex; seven: sju; eight: atta; nine: nio; ten: tio; except: utom, forutom; without: utan; but:
    men; not: inte; at the latest: senast; tonight: ikvall, i kvall, inatt, i natt; afternoon: eftermiddag,
    eftermiddagen; evening: kvall; night: natt; hours: timme, timmar; minutes: minut, minuter; included:
    inklusive`,
  ja: `
    monday: 月曜日, 月曜; tuesday: 火曜日, 火曜; wednesday: 水曜日, 水曜; thursday: 木曜日, 木曜; friday:
    金曜日, 金曜; saturday: 土曜日, 土曜; sunday: 日曜日, 日曜; today: 今日; tomorrow: 明日, あした; ,: の;
    day after tomorrow: 明後日, あさって; tonight: 今夜, 今晩; hours: 時間; minutes: 分間; noon: 正午; and:
    と; or: または; this week: 今週; next week: 来週; weekend: 週末; this weekend: 今週末; this month: 今月;
    next month: 来月; next year: 来年; this year: 今年; week after next: 再来週; end of month: 月末; end of
    year: 年末; days: 日間; weeks: 週間; every: 毎週; –: 〜, ～`,
  zh: `
    today: 今天; tomorrow: 明天; day after tomorrow: 后天, 後天; and: 和; or: 或, 或者; this week: 本周,
    这周, 本週, 這週; next week: 下周, 下週, 下星期, 下个星期, 下個星期; tonight: 今晚, 今夜; hours: 小时,
    小時, 个小时, 個小時; hence: 后, 後, 以后, 以後; one day: 一天; two days: 两天, 兩天, 二天; three days:
    三天; four days: 四天; five days: 五天; one week: 一周, 一週, 一个星期, 一個星期; two weeks: 两周, 兩週,
    两个星期, 兩個星期; three weeks: 三周, 三週, 三个星期, 三個星期; weekend: 周末, 週末; this weekend:
    这个周末, 本周末, 這個週末; this month: 本月, 这个月, 這個月; next month: 下个月, 下個月, 下月; next
    year: 明年; this year: 今年; end of month: 月底; end of year: 年底; days: 天; weeks: 周, 个星期; every:
    每周, 每天; –: 〜, ～`,
  ...SLAVIC,
}
