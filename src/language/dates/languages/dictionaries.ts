import { EASTERN } from './eastern.ts'
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
    morning: morgen fruh; this morning: heute morgen, heute fruh; day after tomorrow: ubermorgen, uber
    morgen; and: und, u, u.; or: oder, bzw, bzw.; from: vom, von; starting: ab; week of: woche vom, woche
    von; noon: mittag; in the morning: am morgen; until: bis, bis einschliesslich, bis einschließlich, bis
    einschl, bis einschl., bis inkl, bis inkl., bis inklusive; until the: bis zum; until further notice: bis
    auf weiteres; between: zwischen; the: der, die, das, den, dem, des; on: am, an; around: um; over: uber;
    over the: ubers; long: lang; for: fur; every: jeden, jede, jedes, alle; this: diese, diesen, dieser,
    dieses, diesem; next: nachste, nachsten, nachster, nachstes, nachstem; coming: kommende, kommenden,
    kommender, kommendes, kommendem; days: tag, tage, tagen; week: woche; weeks: wochen; week after next:
    ubernachste woche, ubernachster woche; weekend: wochenende; month: monat, monats; months: monate,
    monaten; end of month: monatsende; end of quarter: quartalsende; end of year: jahresende; end of: ende;
    early: anfang; mid: mitte; year: jahr, jahres; in: im; oclock: uhr; christmas: weihnachten; christmas
    eve: heiligabend; nye: silvester; nyd: neujahr; christmas holidays: zwischen den jahren; good friday:
    karfreitag; easter: ostern; easter monday: ostermontag; whit monday: pfingstmontag; quarter: quartal,
    quartals; working days: arbeitstage, arbeitstagen, werktage, werktagen; whole: ganze, ganzen, ganzer,
    ganzes; a: eine, einen, einem, einer, eines, ein; two: zwei; three: drei; four: vier; five: funf; six:
    sechs; seven: sieben; eight: acht; nine: neun; ten: zehn; except: außer, ausser, ausgenommen; without:
    ohne; but: aber; not: nicht; at the latest: spatestens; max: maximal, hochstens; morning: vormittag,
    fruh, morgens, vormittags; afternoon: nachmittag, nachmittags; evening: abend, abends; night: nacht,
    nachts; half: halbe, halben; hours: stunde, stunden; minutes: minute, minuten; just: nur, lediglich; all
    day: den ganzen tag, ganzen tag, ganztagig, ganztags; christmas day: 1. weihnachtstag, erster
    weihnachtstag, ersten weihnachtstag, 1. weihnachtsfeiertag; boxing day: 2. weihnachtstag, zweiter
    weihnachtstag, zweiten weihnachtstag, 2. weihnachtsfeiertag; calendar week: kalenderwoche; calendar
    weeks: kalenderwochen; now: jetzt, ab jetzt, ab sofort; please: bitte; thank you: danke; 1.5:
    anderthalb, eineinhalb; pentecost: pfingsten; ascension day: himmelfahrt, christi himmelfahrt; may day:
    tag der arbeit; day of german unity: tag der deutschen einheit; included: einschließlich,
    einschliesslich, inklusive, inkl, inkl.; before: vor; since: seit; after: nach; first: erste, ersten,
    erster, erstes; second: zweite, zweiten, zweiter, zweites; last: letzte, letzten, letzter, letztes; on
    christmas: zu weihnachten; on easter: zu ostern; on pentecost: zu pfingsten; on nye: zu silvester; on
    nyd: zu neujahr; weekends: wochenenden; weekdays: werktags, wochentags; mondays: montags; tuesdays:
    dienstags; wednesdays: mittwochs; thursdays: donnerstags; fridays: freitags; saturdays: samstags;
    sundays: sonntags; back: zuruck, wieder da, wieder hier, wieder im, wieder zuruck; needed: gebraucht,
    benotigt; maybe: vielleicht, eventuell, wahrscheinlich, moglicherweise; if: wenn, falls, sofern; no:
    nein; january: janner, jaenner; february: feber; yesterday: gestern, vorgestern; last: vorige, vorigen, voriger, voriges, vergangene, vergangenen`,
  es: `
    monday: lunes, lun; tuesday: martes, mar; wednesday: miercoles, mie; thursday: jueves, jue; friday:
    viernes, vie; saturday: sabado, sab; sunday: domingo, dom; january: enero; february: febrero; march:
    marzo; april: abril; may: mayo; june: junio; july: julio; august: agosto; september: septiembre;
    october: octubre; november: noviembre; december: diciembre; today: hoy; tomorrow: manana; in the
    morning: por la manana, la manana; in the afternoon: por la tarde; in the evening: por la noche; noon:
    mediodia, al mediodia; day after tomorrow: pasado manana; and: y; or: o, u; of: de; week of: semana del;
    mondays: los lunes; tuesdays: los martes; wednesdays: los miercoles; thursdays: los jueves; fridays: los
    viernes; saturdays: los sabados; sundays: los domingos; starting: a partir de, desde; starting the: a
    partir del, desde el; from the: del, del dia; until: hasta, a; until the: hasta el, al, hasta el dia, al
    dia; until further notice: hasta nuevo aviso; between: entre; the: el, la, los, las, el dia; for: por,
    durante; every: cada, todos los, todas las; this: este, esta; next: proximo, proxima, proximos,
    proximas; next weekend: el fin de semana que viene, fin de semana que viene; next week: la semana que
    viene, semana que viene, la semana proxima, la semana q viene, semana q viene; next month: el mes que
    viene, mes que viene; days: dia, dias; week: semana; weeks: semanas; weekend: fin de semana, finde;
    coming: que viene, que entra, q viene; all: todo, toda; evening: noche; afternoon: tarde; half: media,
    medio; hours: hora, horas; minutes: minuto, minutos; included: incluido, incluida, inclusive; month:
    mes; months: meses; end of month: fin de mes, finales de mes; end of: fin de, final de, finales de,
    fines de; early: principios de, a principios de; mid: mediados de, a mediados de; year: ano; next year:
    el ano que viene; rest: resto; rest of the: resto del; christmas: navidad; nyd: ano nuevo; christmas
    eve: nochebuena; nye: nochevieja; a: un, una; in: en, dentro de; two: dos; three: tres; four: cuatro;
    five: cinco; six: seis; seven: siete; eight: ocho; nine: nueve; ten: diez; except: excepto, salvo,
    menos; without: sin; but: pero; but not: pero no; at the latest: a mas tardar; good friday: viernes
    santo; maundy thursday: jueves santo; easter monday: lunes de pascua; easter: domingo de pascua;
    epiphany: dia de reyes; just: solo, solamente; please: por favor; thank you: gracias; working days: dias
    laborables, dias habiles; all day: todo el dia; fifteen: quince; twenty: veinte; before: antes de;
    before the: antes del; since: desde hace; after the: despues del; after: despues de; now: ahora; first:
    primer, primero, primera; last: ultimo, ultima; quarter: trimestre; weekends: los fines de semana;
    christmas day: dia de navidad, el dia de navidad; until christmas day: hasta el dia de navidad; and the
    day after: y pasado; back: de vuelta, de regreso, vuelvo, volvemos, regreso, regresamos; needed: se
    necesita, necesario; maybe: quizas, quiza, tal vez, probablemente; if: si; not: no; september: setiembre; yesterday: ayer, anteayer; last: pasado, pasada`,
  fr: `
    monday: lundi, lun; tuesday: mardi, mar; wednesday: mercredi, mer; thursday: jeudi, jeu; friday:
    vendredi, ven; saturday: samedi, sam; sunday: dimanche, dim; january: janvier; february: fevrier; march:
    mars; april: avril; may: mai; june: juin; july: juillet; august: aout; september: septembre; october:
    octobre; november: novembre; december: decembre; today: aujourd'hui, aujourdhui; tomorrow: demain; day
    after tomorrow: apres-demain, apres demain; and: et; or: ou; of: de; week of: semaine du; noon: midi;
    starting: a partir de, des; from the: du; starting the: a partir du; until: jusqu'a, a, jusqu'en; until
    the: jusqu'au, au; until further notice: jusqu'a nouvel ordre; between: entre; the: le, la, les; for:
    pour, pendant; in: dans, au mois de; every: chaque, tous les, toutes les; this: ce, cet, cette; next:
    prochain, prochaine, prochains, prochaines; next week: la semaine prochaine, semaine prochaine, sem
    prochaine, la sem prochaine; next weekend: le week-end prochain, week-end prochain, le weekend prochain,
    weekend prochain; next month: le mois prochain, mois prochain; days: jour, jours; week: semaine; eight:
    huit; weeks: semaines; months: mois; end of month: fin du mois, fin de mois; end of year: fin de
    l'annee, la fin de l'annee, fin d'annee; end of: fin, la fin de, fin de; early: debut; year: annee, an;
    next year: l'annee prochaine, annee prochaine, l'an prochain; rest: reste; christmas: noel; nye:
    saint-sylvestre; nyd: nouvel an, jour de l'an; easter: paques; easter monday: lundi de paques;
    a: un, une; this month: ce mois, ce mois-ci; two: deux; three: trois; four: quatre; five: cinq; seven:
    sept; nine: neuf; ten: dix; except: sauf, hors, excepte; without: sans; but: mais; but not: mais pas; at
    the latest: au plus tard; morning: matin; afternoon: apres-midi, apres midi; evening: soir, soiree;
    night: nuit; half: demi, demie; half an hour: demi-heure, une demi-heure; hours: heure, heures; minutes:
    minute; included: inclus, inclue, compris; just: seulement, uniquement, juste; please: s'il vous plait,
    s'il te plait, svp, stp; thank you: merci; all day: toute la journee; all: tout, toute; during: en;
    christmas eve: veille de noel, la veille de noel; working days: jours ouvres, jours ouvrables; good
    friday: vendredi saint; whit monday: lundi de pentecote; ascension day: ascension, jeudi de l'ascension;
    bastille day: fete nationale; before: avant; before the: avant le; since: depuis; after: apres; now:
    maintenant; from today: d'aujourd'hui; mid: mi; first: premier, premiere; last: dernier, derniere;
    quarter: trimestre; all of: tout le mois de; pentecost: pentecote; christmas day: jour de noel; rest of
    month: reste du mois; rest of year: reste de l'annee; mondays: lundis; tuesdays: mardis; wednesdays:
    mercredis; thursdays: jeudis; fridays: vendredis; saturdays: samedis; sundays: dimanches; fortnight:
    quinze jours, quinze; back: de retour, je reviens, on revient, nous revenons, je rentre; needed: besoin,
    necessaire; maybe: peut-etre, probablement; if: si; not: pas; yesterday: hier, avant-hier`,
  it: `
    monday: lunedi, lun; tuesday: martedi, mar; wednesday: mercoledi, mer; thursday: giovedi, gio; friday:
    venerdi, ven; saturday: sabato, sab; sunday: domenica, dom; january: gennaio; february: febbraio; march:
    marzo; april: aprile; may: maggio; june: giugno; july: luglio; august: agosto; september: settembre;
    october: ottobre; november: novembre; december: dicembre; today: oggi; tomorrow: domani; day after
    tomorrow: dopodomani; and: e, ed; or: o, oppure; of: di; week of: settimana del; noon: mezzogiorno, a
    mezzogiorno; from the: dal; until: fino a, a; until the: fino al, al, fino alla; until further notice:
    fino a nuovo avviso; between: tra, fra; the: il, la, lo, i, le; for: per; every: ogni, tutti i, tutte
    le; this: questo, questa; next: prossimo, prossima, prossimi, prossime; next week: la settimana
    prossima, settimana prossima; next month: il mese prossimo, mese prossimo; days: giorno, giorni; week:
    settimana; weeks: settimane; weekend: fine settimana; month: mese; months: mesi; end of month: fine
    mese, fine del mese; end of: fine, fine di; end of the: fine del; early: inizio; mid: meta; year: anno;
    next year: l'anno prossimo, anno prossimo; rest: resto; of the: del, della; christmas: natale; christmas
    eve: vigilia di natale; nyd: capodanno; easter: pasqua; easter monday: pasquetta; a: un, una; two: due;
    three: tre; four: quattro; five: cinque; six: sei; seven: sette; eight: otto; nine: nove; ten: dieci;
    except: tranne, eccetto, salvo; without: senza; but: ma; but not: ma non; at the latest: al piu tardi;
    in the: nel, nella; tonight: stasera, stanotte; morning: mattina; afternoon: pomeriggio; evening: sera;
    night: notte; hours: ora, ore; minutes: minuto, minuti; included: incluso, compreso; starting: da, a
    partire da; just: solo, soltanto; please: per favore, per piacere; thank you: grazie; all day: tutto il
    giorno, tutta la giornata; all: tutto, tutta; st stephens day: santo stefano; 15 august: ferragosto;
    epiphany: epifania; working days: giorni lavorativi, giorni feriali; good friday: venerdi santo; before:
    prima di; before the: prima del; by: entro; by the: entro il; after: dopo; after the: dopo il; from:
    dalle; now: adesso; first: primo; first week: prima settimana; the last: l'ultimo, l'ultima; last:
    ultimo, ultima; quarter: trimestre; christmas day: giorno di natale; back: di ritorno, torno, torniamo,
    rientro, rientriamo; needed: serve, necessario; maybe: forse, probabilmente; if: se; not: non; yesterday: ieri; last: scorso, scorsa`,
  nl: `
    monday: maandag, ma; tuesday: dinsdag, di; wednesday: woensdag, wo; thursday: donderdag, do; friday:
    vrijdag, vr; saturday: zaterdag, za; sunday: zondag, zo; january: januari; february: februari; march:
    maart; april: april; may: mei; june: juni; july: juli; august: augustus; september: september; october:
    oktober; november: november; december: december; today: vandaag; tomorrow: morgen; tomorrow morning:
    morgenochtend; day after tomorrow: overmorgen, over morgen; afternoon: middag; tomorrow afternoon:
    morgenmiddag; and: en; or: of; from: van; starting: vanaf; until: tot, tot en met, t/m, tm; until
    further notice: tot nader order; between: tussen; the: de, het; for: gedurende; in: over; every: elke,
    iedere; this: deze, dit; next: volgende, volgend; coming: komende, komend, aanstaande, a.s.; days: dag,
    dagen; weeks: weken; month: maand; months: maanden; end of month: einde van de maand, eind van de maand;
    end of: eind, einde, eind van, einde van; year: jaar; next year: volgend jaar; quarter: kwartaal; rest
    of: rest van; christmas: kerst, kerstmis; nyd: nieuwjaar, nieuwjaarsdag, oud en nieuw; nye: oudjaar,
    oudejaarsavond, oudjaarsdag, oudejaarsdag; easter: pasen, eerste paasdag; christmas day: eerste
    kerstdag; boxing day: tweede kerstdag; a: een; two: twee; three: drie; four: vier; five: vijf; six: zes;
    seven: zeven; eight: acht; nine: negen; ten: tien; except: behalve; without: zonder; but: maar; not:
    niet; at the latest: uiterlijk; tonight: vanavond, vannacht; this morning: vanochtend, vanmorgen; this
    afternoon: vanmiddag; tomorrow evening: morgenavond; morning: ochtend; evening: avond; night: nacht;
    half: half, halve; hours: uren; oclock: uur; minutes: minuut, minuten; included: inclusief; just:
    alleen, slechts; whole: hele, heel; all day: hele dag, de hele dag; for a: voor een; for two: voor twee;
    for three: voor drie; long: lang; on: op; christmas eve: kerstavond; good friday: goede vrijdag; easter
    monday: tweede paasdag; ascension day: hemelvaart, hemelvaartsdag; pentecost: pinksteren; whit monday:
    tweede pinksterdag; please: alsjeblieft, alstublieft, aub, a.u.b., graag; thank you: bedankt; working
    days: werkdagen; before: voor; since: sinds; after: na; now: nu; first: eerste; last: laatste; all of:
    de hele maand; early: begin; back: terug, weer terug, weer aanwezig; needed: nodig; maybe: misschien,
    waarschijnlijk; if: als, indien; yesterday: gisteren, eergisteren; last: vorige, afgelopen`,
  pt: `
    monday: segunda-feira, seg, segunda, segunda feira; tuesday: terca-feira, ter, terca, terca feira;
    wednesday: quarta-feira, qua, quarta, quarta feira; thursday: quinta-feira, qui, quinta, quinta feira;
    friday: sexta-feira, sex, sexta, sexta feira; saturday: sabado, sab; sunday: domingo, dom; january:
    janeiro; february: fevereiro; march: marco; april: abril; may: maio; june: junho; july: julho; august:
    agosto; september: setembro; october: outubro; november: novembro; december: dezembro; today: hoje;
    tomorrow: amanha; day after tomorrow: depois de amanha; and: e; or: ou; of: de; week of: semana do;
    noon: meio-dia, ao meio-dia; in the morning: de manha, pela manha; in the afternoon: a tarde, de tarde;
    in the evening: a noite, de noite; from: desde, das; starting: a partir de; from the: do; until: ate, a;
    until the: ate o, ate o dia, ao; until further notice: ate novo aviso, ate segunda ordem; between:
    entre; the: o, os, as; for: por, durante; every: cada, toda, todo, todas as, todos os; this: este, esta,
    neste, nesta, essa, esse, nessa, nesse, desta, deste; next: proximo, proxima, o proximo, a proxima,
    proximos, proximas; on the: na, no; next week: semana que vem, a semana que vem, na proxima semana, da
    semana que vem; next month: mes que vem, o mes que vem; days: dia, dias; week: semana; weeks: semanas;
    weekend: fim de semana, fds; month: mes; months: meses; end of month: fim do mes; end of: fim de, final
    de; end of the: fim do, final do, fim da, final da; year: ano; next year: ano que vem, o ano que vem;
    rest of the: resto da, resto do; christmas: natal; christmas eve: vespera de natal; nyd: ano novo;
    easter: pascoa; a: um, uma; in: em, daqui a; two: dois, duas; three: tres; four: quatro; five: cinco;
    six: seis; seven: sete; eight: oito; nine: nove; ten: dez; except: exceto, salvo, menos; without: sem;
    but: mas; but not: mas nao; at the latest: o mais tardar; evening: noite; afternoon: tarde; half: meia,
    meio; hours: hora, horas; minutes: minuto, minutos; included: inclusive, incluido; second week: segunda
    semana; fourth week: quarta semana; fifth week: quinta semana; second half: segunda metade; coming: que
    vem; all week: a semana toda, semana toda, toda a semana, a semana inteira, semana inteira; the whole:
    todo o, toda a; all day: o dia todo, dia todo, o dia inteiro, dia inteiro; just: so, somente, apenas;
    please: por favor; thank you: obrigado, obrigada; working days: dias uteis; nye: vespera de ano novo;
    good friday: sexta-feira santa, sexta santa, sexta feira santa; rest: resto; end of year: final do ano;
    before: antes de; before the: antes do; after: depois de; after the: depois do; now: agora; first:
    primeiro, primeira; last: ultimo, ultima; for the: pelos, pelas; all month: o mes inteiro, mes inteiro;
    all of: todo o mes de; next weekend: fim de semana que vem, o fim de semana que vem; quarter: trimestre;
    the first: a primeira; the last: a ultima; christmas day: dia de natal; of september: de set; of october: de out; until christmas day: ate o dia
    de natal; maundy thursday: quinta-feira santa, quinta feira santa, quinta santa; back: de volta, volto,
    voltamos, retorno, retornamos; needed: precisa, necessario; maybe: talvez, provavelmente; if: caso; not:
    nao; yesterday: ontem, anteontem; last: passado, passada`,
  sv: `
    monday: mandag, man, mandagen; tuesday: tisdag, tis, tisdagen; wednesday: onsdag, ons, onsdagen;
    thursday: torsdag, tors, tor, torsdagen; friday: fredag, fre, fredagen; saturday: lordag, lor, lordagen;
    sunday: sondag, son, sondagen; january: januari; february: februari; march: mars; april: april; may:
    maj; june: juni; july: juli; august: augusti; september: september; october: oktober, okt; november:
    november; december: december; today: idag, i dag; tomorrow: imorgon, i morgon; day after tomorrow:
    overmorgon, i overmorgon; tomorrow morning: imorgon bitti, i morgon bitti; and: och; or: eller; until:
    till, tills, till och med, t o m, t.o.m., tom; until further notice: tills vidare; between: mellan; the:
    den, det, de; on: pa; for: i, under; in: om; every: varje; this: denna, detta, den har, det har, nu pa;
    next: nasta, narmaste; coming: kommande; days: dag, dagar, dagarna; week: vecka; this week: i veckan;
    weeks: veckor, veckorna; weekend: helg, helgen; this weekend: i helgen; month: manad; months: manader;
    year: ar; this year: i ar; end of: slutet av, slutet pa; end of month: slutet av manaden; end of year:
    slutet av aret, arets slut; end of week: slutet av veckan; rest of: resten av; the week: veckan; the
    month: manaden; the year: aret; christmas: jul; christmas eve: julafton; christmas day: juldagen; nye:
    nyarsafton; nyd: nyarsdagen, nyar; easter: pask; a: en, ett; two: tva; three: tre; four: fyra; five:
    fem; six: sex; seven: sju; eight: atta; nine: nio; ten: tio; except: utom, forutom; without: utan; but:
    men; not: inte; at the latest: senast; tonight: ikvall, i kvall, inatt, i natt; afternoon: eftermiddag,
    eftermiddagen; evening: kvall; night: natt; hours: timme, timmar; minutes: minut, minuter; included:
    inklusive; just: bara, endast; all week: hela veckan; all day: hela dagen; starting: fran, fran och med,
    fr.o.m.; boxing day: annandag jul, annandagen; thank you: tack; working days: arbetsdagar, vardagar;
    good friday: langfredagen; easter monday: annandag pask; before: fore, innan; since: sedan; after:
    efter; now: nu; first: forsta; last: sista; whole: hela; quarter: kvartal, kvartalet; morning: morgon,
    morgonen, formiddag, formiddagen; back: tillbaka, ater; needed: behovs; maybe: kanske, troligen; if:
    ifall; yesterday: igar, i gar; last: forra, senaste`,
  ...EASTERN,
  ...SLAVIC,
}
