/** Dictionaries from other languages to the words of the English grammar. */

/**
 * Words of the grammar with their translations, in lower case and without accents. Longer ones match first;
 * a star stands for an ending.
 */
export const WORDS: Record<string, string> = {
  de: `
    saturday: sonnabend; this morning: heute morgen, heute fruh; day after tomorrow: uber morgen; and: und,
    u, u.; or: oder, bzw, bzw.; from: vom, von; starting: ab; week of: woche vom, woche von; noon: mittag,
    mittags; in the morning: am morgen; until: bis; until the: bis zum; until further notice: bis auf
    weiteres; between: zwischen; the: der, die, das, den, dem, des; on: am, an, zu; around: um; over: uber;
    over the: ubers; long: lang; for: fur; every: jede*, alle; this: diese*, laufende, laufenden; next:
    nachste*, folgende*; coming: kommende*; days: tagen; years: jahren; weekend: wochenende; this weekend:
    dieses we; the weekend: am we, ubers we; month: monats; months: monaten; end of month: monatsende; end of
    quarter: quartalsende; end of year: jahresende; end of: ende; early: anfang; mid: mitte; year: jahres;
    in: im; oclock: uhr; christmas: weihnachten; christmas eve: heiligabend; nye: silvester; nyd: neujahr;
    christmas holidays: zwischen den jahren; good friday: karfreitag; easter: ostern; easter monday:
    ostermontag; whit monday: pfingstmontag; quarter: quartal, quartals; working days: arbeitstage,
    arbeitstagen, werktage, werktagen; whole: ganze*; a: eine*, ein; two: zwei, beiden; three: drei; four:
    vier; five: funf; six: sechs; seven: sieben; eight: acht; nine: neun; ten: zehn; except: außer, ausser,
    ausgenommen; without: ohne; but: aber; not: nicht; at the latest: spatestens; max: maximal, hochstens;
    morning: vormittag, fruh, morgens, vormittags; afternoon: nachmittag, nachmittags; evening: abend,
    abends; night: nacht, nachts; half: halbe, halben; just: nur, lediglich; all day: ganzen tag, ganztagig,
    ganztags; christmas day: 1. weihnachtstag, erster weihnachtstag, ersten weihnachtstag, 1.
    weihnachtsfeiertag; boxing day: 2. weihnachtstag, zweiter weihnachtstag, zweiten weihnachtstag, 2.
    weihnachtsfeiertag; calendar week: kalenderwoche; calendar weeks: kalenderwochen; now: jetzt, sofort;
    please: bitte; thank you: danke; 1.5: anderthalb, eineinhalb; pentecost: pfingsten; ascension day:
    himmelfahrt, christi himmelfahrt; may day: tag der arbeit; day of german unity: tag der deutschen
    einheit; inclusive: einschließlich, einschliesslich, einschl, inklusive, inkl; before: vor; since: seit;
    after: nach; first: erste*; second: zweite*; third: dritte*; fourth: vierte*; fifth: funfte*; last:
    letzte*, vorige*, vergangene, vergangenen; weekends: wochenenden; weekdays: werktags, wochentags;
    mondays: montags; tuesdays: dienstags; wednesdays: mittwochs; thursdays: donnerstags; fridays: freitags;
    saturdays: samstags; sundays: sonntags; back: zuruck, wieder da, wieder hier, wieder im, wieder zuruck;
    needed: gebraucht, benotigt; maybe: vielleicht, vllt, evtl, eventuell, wahrscheinlich, moglicherweise;
    if: wenn, falls, sofern; no: nein; january: janner, jaenner; february: feber; yesterday: vorgestern;
    exclusive: exklusive, exkl, exkl.; rather: sondern; earliest: fruhestens; or so: oder so; about: ca, ca.,
    circa, etwa, ungefahr; at least: mindestens; another: noch, weitere; longer: langer; every other: jeden
    zweiten, alle zwei; later: spater; daily: taglich`,
  es: `
    in the morning: por la manana, la manana; in the afternoon: por la tarde; in the evening: por la noche;
    noon: mediodia, al mediodia; and: y; or: o, u; of: de; mondays: los lunes; tuesdays: los martes;
    wednesdays: los miercoles; thursdays: los jueves; fridays: los viernes; saturdays: los sabados; sundays:
    los domingos; starting: a partir de, desde; starting the: a partir del; of the: del; until: hasta, a;
    until the: al; until further notice: hasta nuevo aviso; between: entre; the: el, la, los, las; for: por,
    durante; every: cada, todos los, todas las; this: este, esta, actual; next: proxim*, siguiente,
    siguientes, que viene, que vienen, que entra, q viene; weekend: fin de semana, finde; all: todo, toda;
    evening: noche; afternoon: tarde; half: media, medio; included: incluido, incluida, inclusive; end of:
    fin de, final de, finales de, fines de; early: principios de, a principios de; mid: mediados de, a
    mediados de; rest: resto; christmas: navidad; nyd: ano nuevo; christmas eve: nochebuena; nye: nochevieja;
    a: un, una; one: uno; in: en, dentro de; two: dos; three: tres; four: cuatro; five: cinco; six: seis;
    seven: siete; eight: ocho; nine: nueve; ten: diez; except: excepto, salvo, menos; without: sin; but:
    pero; at the latest: a mas tardar; good friday: viernes santo; maundy thursday: jueves santo; easter
    monday: lunes de pascua; easter: domingo de pascua; epiphany: dia de reyes; just: solo, solamente;
    please: por favor; thank you: gracias; working days: dias laborables, dias habiles, laborables; all day:
    todo el dia; fifteen: quince; twenty: veinte; before: antes de, antes; since: desde hace; after the:
    despues del; after: despues de; now: ahora; first: primer*; second: segundo; third: tercer, tercero;
    fourth: cuarto; fifth: quinto; last: ultimo, ultima, pasado, pasada; quarter: trimestre; weekends: los
    fines de semana, fines de semana; christmas day: dia de navidad; and day after tomorrow: y pasado; or day
    after tomorrow: o pasado; back: de vuelta, de regreso, vuelvo, volvemos, regreso, regresamos; needed: se
    necesita, necesario; maybe: quizas, quiza, a lo mejor, tal vez, probablemente; if: si; not: no;
    september: setiembre; yesterday: anteayer; exclusive: exclusive, sin incluir, excluido; mean: digo;
    rather: sino; about: unos, unas, aproximadamente; at least: al menos, por lo menos; max: maximo, como
    mucho; more: mas; ago: hace; earlier: mas temprano; later: mas tarde; daily: diariamente, a diario`,
  fr: `
    today: aujourdhui; day after tomorrow: apres demain; and: et; or: ou; of: de; noon: midi; starting: a
    partir de, des, a compter de; of the: du; starting the: a partir du, a compter du; until: jusqu'a, a,
    jusqu'en; until the: jusqu'au, au; until further notice: jusqu'a nouvel ordre; between: entre; the: le,
    la, les; for: pour, pendant; in: dans, en, au mois de; every: chaque, tous les, toutes les; this: ce,
    cet, cette, en cours; week: sem, en huit, en 8; next: prochain*, suivant*, d'apres; next month: mois
    prochain, mois suivant; eight: huit; months: mois; end of year: fin de l'annee, la fin de l'annee, fin
    d'annee; end of month: fin du mois, fin de mois; rest of month: reste du mois; end: fin; end of: fin de,
    fin du mois de; early: debut; year: annee, l'an; rest: reste; christmas: noel; on christmas: a noel; on
    easter: a paques; on nyd: au nouvel an; nye: saint-sylvestre; nyd: nouvel an, jour de l'an; easter:
    paques; easter monday: lundi de paques; a: un, une; this month: ce mois; two: deux; three: trois; four:
    quatre; five: cinq; seven: sept; nine: neuf; ten: dix; except: sauf, hors, excepte; without: sans; but:
    mais; at the latest: au plus tard; morning: matin; afternoon: apres-midi, apres midi; evening: soir,
    soiree; night: nuit; half: demi, demie; half an hour: demi-heure, une demi-heure; included: inclus,
    inclue, compris; just: seulement, uniquement, juste; please: s'il vous plait, s'il te plait, svp, stp;
    thank you: merci; all day: toute la journee; all: tout, toute; christmas eve: veille de noel; working
    days: jours ouvres, jours ouvrables; good friday: vendredi saint; whit monday: lundi de pentecote;
    ascension day: ascension, jeudi de l'ascension; bastille day: fete nationale; before: avant; since:
    depuis; after: apres; now: maintenant; from today: d'aujourd'hui; mid: mi; first: premier, premiere;
    second: deuxieme, second; third: troisieme; fourth: quatrieme; fifth: cinquieme; last: dernier, derniere;
    quarter: trimestre; all of: tout le mois de; pentecost: pentecote; christmas day: jour de noel; mondays:
    lundis; tuesdays: mardis; wednesdays: mercredis; thursdays: jeudis; fridays: vendredis; saturdays:
    samedis; sundays: dimanches; fortnight: quinze jours, quinze, en quinze, en 15; back: de retour, je
    reviens, on revient, nous revenons, je rentre; needed: besoin, necessaire; maybe: peut-etre,
    eventuellement, probablement; if: si; not: pas; yesterday: avant-hier; in 2 weeks: dans quinze jours;
    weekends: week-ends; exclusive: exclu, exclus, non inclus, non compris; within: d'ici, d'ici a, dans les;
    weekend: week-end; this weekend: ce we; about: environ, a peu pres; at least: au moins; max: maximum;
    another: encore; more: de plus; ago: il y a; rather: plutot; every other: sur deux; previous: precedent,
    precedents; earlier: plus tot; later: plus tard`,
  it: `
    and: e, ed; or: o, oppure; of: di; noon: mezzogiorno, a mezzogiorno; from the: dal, a partire dal; until:
    fino a, a; until the: fino al, al, fino alla; until further notice: fino a nuovo avviso; between: tra,
    fra; the: il, la, lo, i, le; for: per; every: ogni, tutti i, tutte le; this: questo, questa, corrente;
    next: prossim*, successiva, seguente; weekend: fine settimana; end: fine; end of: fine di; early: inizio;
    mid: meta; next year: l'anno prossimo; rest: resto; of the: del, della; christmas: natale; christmas eve:
    vigilia di natale; on christmas: a natale; on easter: a pasqua; on nyd: a capodanno; nyd: capodanno;
    easter: pasqua; easter monday: pasquetta; a: un, una; two: due; three: tre; four: quattro; five: cinque;
    six: sei; seven: sette; eight: otto; nine: nove; ten: dieci; except: tranne, eccetto, salvo; without:
    senza; but: ma; at the latest: al piu tardi; in the: nel, nella, nei, nelle; tonight: stasera, stanotte;
    morning: mattina; afternoon: pomeriggio; evening: sera; night: notte; included: incluso, compreso; from:
    da, dalle; starting: a partire da; just: solo, soltanto; please: per favore, per piacere; thank you:
    grazie; all day: tutta la giornata; all: tutto, tutta; st stephens day: santo stefano; 15 august:
    ferragosto; epiphany: epifania; working days: giorni lavorativi, giorni feriali, feriali; good friday:
    venerdi santo; before: prima di; before the: prima del; by: entro; after: dopo; now: adesso; first:
    primo; first week: prima settimana; second: secondo, seconda; third: terzo, terza; fourth: quarto,
    quarta; fifth: quinto, quinta; the last: l'ultimo, l'ultima; last: ultimo, ultima, scorso, scorsa;
    quarter: trimestre; christmas day: giorno di natale; back: di ritorno, torno, torniamo, rientro,
    rientriamo; needed: serve, necessario; maybe: forse, magari, probabilmente; if: se; not: non, no;
    exclusive: esclus*; about: circa, piu o meno; at least: almeno; max: massimo, al massimo; ago: fa; more:
    in piu; every other: si e una no, si e uno no`,
  nl: `
    tomorrow morning: morgenochtend; day after tomorrow: over morgen; afternoon: middag; tomorrow afternoon:
    morgenmiddag; and: en; or: of; of: van; starting: vanaf; until: tot, tot en met, t/m, tm; until further
    notice: tot nader order; between: tussen; the: de, het; for: gedurende; in: over; every: elke, iedere;
    this: deze, dit, huidige; next: volgende, volgend; coming: komende, komend, aankomende, aanstaande, a.s.;
    end of: eind, einde, eind van, einde van; quarter: kwartaal; rest: rest; christmas: kerst, kerstmis; nyd:
    nieuwjaar, nieuwjaarsdag; nye: oudjaar, oudejaarsavond, oudjaarsdag, oudejaarsdag; easter: pasen, eerste
    paasdag; christmas day: eerste kerstdag; boxing day: tweede kerstdag; a: een; two: twee; three: drie;
    four: vier; five: vijf; six: zes; seven: zeven; eight: acht; nine: negen; ten: tien; except: behalve,
    uitgezonderd; without: zonder; but: maar; not: niet; at the latest: uiterlijk; tonight: vanavond,
    vannacht; this morning: vanochtend, vanmorgen; this afternoon: vanmiddag; tomorrow evening: morgenavond;
    morning: ochtend; evening: avond; night: nacht; half: half, halve; hours: uren; oclock: uur; included:
    inclusief; just: alleen, slechts; whole: hele, heel; all day: hele dag; long: lang; on: op; christmas
    eve: kerstavond; good friday: goede vrijdag; easter monday: tweede paasdag; ascension day: hemelvaart,
    hemelvaartsdag; pentecost: pinksteren; whit monday: tweede pinksterdag; please: alsjeblieft, alstublieft,
    aub, a.u.b., graag; thank you: bedankt; working days: werkdagen; before: voor; since: sinds; after: na;
    now: nu; from now: vanaf nu; first: eerste; second: tweede; third: derde; fourth: vierde; fifth: vijfde;
    last: laatste, vorige, afgelopen; all of: de hele maand; early: begin; back: terug, weer terug, weer
    aanwezig; needed: nodig; maybe: misschien, eventueel, waarschijnlijk; if: als, indien; yesterday:
    eergisteren; exclusive:
    exclusief; about: ongeveer, circa, ca.; at least: minstens, minimaal; max: maximaal, hooguit; another:
    nog; longer: langer; every other: om de; ago: geleden; within: binnen; daily: dagelijks`,
  pt: `
    monday: segunda; tuesday: terca; wednesday: quarta; thursday: quinta; friday: sexta; and: e; or: ou; of:
    de; noon: meio-dia, ao meio-dia; in the morning: de manha, pela manha; in the afternoon: a tarde, de
    tarde; in the evening: a noite, de noite; from: desde, das; starting: a partir de; of the: do, da; until:
    ate, a; until the: ao, ate ao; until further notice: ate novo aviso, ate segunda ordem; between: entre;
    the: o, os, as; for: por, durante; every: cada, toda, todo, todas as, todos os; this: este, esta, neste,
    nesta, essa, esse, nessa, nesse, desta, deste; next: proxim*, a proxima, seguinte, seguintes, que vem; on
    the: na, no; weekend: fim de semana, fds; end of: fim de, final de; end: fim, final; christmas: natal;
    christmas eve: vespera de natal; nyd: ano novo; easter: pascoa; a: um, uma; in: em, daqui a, dentro de;
    two: dois, duas; three: tres; four: quatro; five: cinco; six: seis; seven: sete; eight: oito; nine: nove;
    ten: dez; except: exceto, salvo, menos; without: sem; but: mas; at the latest: o mais tardar; evening:
    noite; afternoon: tarde; half: meia, meio; included: inclusive, incluido; second week: segunda semana;
    fourth week: quarta semana; fifth week: quinta semana; all week: a semana toda, semana toda, toda a
    semana, a semana inteira, semana inteira; the whole: todo o, toda a; all day: dia todo, dia inteiro;
    just: so, somente, apenas; please: por favor; thank you: obrigado, obrigada; working days: dias uteis;
    nye: vespera de ano novo; good friday: sexta-feira santa, sexta santa; rest: resto; before: antes de;
    before the: antes do; after: depois de; after the: depois do; now: agora; first: primeiro, primeira;
    second: segundo; third: terceiro, terceira; fourth: quarto; fifth: quinto; last: ultimo, ultima, passado,
    passada; for the: pelos, pelas; all month: mes inteiro; all of: todo o mes de; quarter: trimestre; the
    first: a primeira; the last: a ultima; christmas day: dia de natal; of september: de set; of october: de
    out; maundy thursday: quinta-feira santa, quinta santa; back: de volta, volto, voltamos, retorno,
    retornamos; needed: precisa, necessario; maybe: talvez, quem sabe, provavelmente; if: caso, se; not: nao;
    yesterday: anteontem; exclusive: exclusive, sem incluir; mean: digo; rather: senao; weekends: fins de
    semana; about: cerca de, uns, umas, aproximadamente; at least: pelo menos; or day after tomorrow: ou
    depois; max: no maximo, maximo; more: mais; ago: atras; sixth: sexto; seventh: setimo; eighth: oitavo;
    ninth: nono; tenth: decimo; eleventh: decimo primeiro; twelfth: decimo segundo; daily: diariamente`,
  sv: `
    monday: mandagen; tuesday: tisdagen; wednesday: onsdagen; thursday: tor, torsdagen; friday: fredagen;
    saturday: lordagen; sunday: sondagen; october: okt; today: idag; tomorrow: imorgon; day after tomorrow:
    overmorgon, i over morgon; tomorrow morning: imorgon bitti, i morgon bitti; and: och; or: eller; until:
    till, fram till, tills, till och med, t o m, t.o.m., tom; until further notice: tills vidare; between:
    mellan; the: den, det, de; on: pa; for: i, under; in: om; every: varje; this: denna, detta, den har, det
    har, nu pa; next: nasta, narmaste; coming: kommande; days: dag, dagar, dagarna; this week: i veckan;
    weeks: veckorna; weekend: helg, helgen; this weekend: i helgen; end of: slutet av, slutet pa; end of
    year: arets slut; rest of: resten av; the week: veckan; the month: manaden; the year: aret; christmas:
    jul; christmas eve: julafton; christmas day: juldagen; nye: nyarsafton; nyd: nyarsdagen, nyarsdag, nyar;
    easter: pask; a: en, ett; two: tva; three: tre; four: fyra; five: fem; six: sex; seven: sju; eight: atta;
    nine: nio; ten: tio; except: utom, forutom; without: utan; but: men; not: inte; at the latest: senast;
    tonight: ikvall, i kvall, inatt, i natt; afternoon: eftermiddag, eftermiddagen; evening: kvall; night:
    natt; included: inklusive; just: bara, endast; all week: hela veckan; all day: hela dagen; from: fran;
    starting: fran och med, fr.o.m.; boxing day: annandag jul, annandagen; thank you: tack; working days:
    arbetsdagar, vardagar; good friday: langfredagen; easter monday: annandag pask; before: fore, innan;
    since: sedan; after: efter; now: nu; first: forsta, forste; second: andra, andre; third: tredje; fourth:
    fjarde; fifth: femte; last: sista, forra, senaste; whole: hela; quarter: kvartal, kvartalet; morning:
    morgon, morgonen, formiddag, formiddagen; back: tillbaka, ater; needed: behovs; maybe: kanske,
    eventuellt, troligen; if: ifall; yesterday: igar; about: cirka, ca, ungefar; at least: minst; max: hogst,
    max; another: ytterligare; every other: varannan; if needed: vid behov; daily: dagligen`,
  ru: `
    monday: понедельника, понедельником; tuesday: вторника, вторником; wednesday: среду, среды, средои;
    thursday: четверга, четвергом; friday: пятницу, пятницы, пятницеи; saturday: субботу, субботы, субботои;
    sunday: воскресенья, воскресеньем; january: январе, янв; february: феврале, фев, февр; march: марте, мар;
    april: апреле, апр; may: мае; june: июне; july: июле, июл; august: августе, авг; september: сентябре,
    сен, сент; october: октябре, окт; november: ноябре, ноя; december: декабре, дек; today: сегодняшнего дня;
    tomorrow: завтрашнего дня; and: и; or: или; starting: начиная с, с, со; until the: по; until: до, и до,
    вплоть до; between: между; on: в, во; for: на, в течение; in: через; every: кажд*; this: этот, этого,
    этом, эта, этои, эту, это, эти, этих; next: след, следующ*; coming: ближаиш*; next week: следующую
    неделю, на следующую неделю; this week: эту неделю, на эту неделю; last: прошл*, последн*; days: дни; for
    a day: на день; week: недели, неделе; a week: неделю; weekend: выходные, выходных; month: месяца, месяце;
    in a month: через месяц; for a month: на месяц; year: года, году; in a year: через год; quarter:
    квартал*; weekdays: будн*, по будн*; working days: рабочие дни, рабочих днеи, рабочих дня; end of: конец, конца, конце; end of the:
    конец этого, конца этого; rest of: остаток, остатка; morning: утром, утро, утра; afternoon: днем;
    evening: вечер*; night: ночью, ночь; minutes: минуту; nyd: новыи год, нового года; until nye or nyd: до
    нового года; one: один, одну; two: два, две; three: три; four: четыре; five: пять; six: шесть; seven:
    семь; eight: восемь; nine: девять; ten: десять; except: кроме; without: без; but: но; not: не, нет;
    included: включительно; only: только; max: максимум; all: весь, всю, все; for an hour: на час; please:
    пожалуиста; thank you: спасибо; until eod: до конца дня; 1.5: полтора, полторы; this evening: сегодня
    вечером; before: перед; after: после; all week: всю неделю; now: сеичас; first: перв*; second: втор*;
    third: треть*, трет*; fourth: четверт*; fifth: пятыи, пятая, пятую, пятои, пятого; back: вернусь,
    вернемся; maybe: возможно, может, может быть, наверное; if: если; about: примерно, около; at least:
    минимум, не менее; most: не больше, не более, не позднее; another: еще; ago: назад; daily: ежедневно`,
  uk: `
    monday: понеділка, понеділком; tuesday: вівторка, вівторком; wednesday: середу, середи, середою;
    thursday: четверга, четвергом; friday: п'ятницю, п'ятниці, п'ятницею; saturday: суботу, суботи, суботою;
    sunday: неділю, неділі, неділею; january: січні, січ; february: лютому; march: березні, бер; april:
    квітні, кві; may: травні, тра; june: червні, чер; july: липні, лип; august: серпні, сер; september:
    вересні, вер; october: жовтні, жов; november: листопаді, лис; december: грудні, гру; today:
    сьогоднішнього дня; tomorrow: завтрашнього дня; day after tomorrow: позавтра; yesterday: вчора; and: і,
    и, та; or: або, чи; starting: починаючи з, з, із, від; until the: по; until: до, і до, аж до; between:
    між; on: у, в; for: на, протягом; in: через, за; every: кожен, кожн*; this: цеи, цього, цьому, ця, цієі,
    цю, це, ці, цих; next: наступн*; coming: наиближч*; last: минул*, останн*; days: дня; for a day: на день;
    week: тижня; this week: на цьому тижні, на цеи тиждень; next week: на наступному тижні, на наступнии
    тиждень; last week: на минулому тижні; for a week: на тиждень; in a week: через тиждень; weekend:
    вихідні, вихідних; month: місяця, місяці; in a month: через місяць; for a month: на місяць; year: року,
    році; in a year: через рік; quarter: квартал*; weekdays: будн*, по будн*; working days: робочі дні, робочих днів; end of: кінець,
    кінця, кінці; rest of: решта, решту; morning: вранці, зранку, ранок; afternoon: вдень; evening: ввечері,
    увечері, вечір; night: вночі, уночі, ніч; hours: годину; minutes: хвилину; until nye or nyd: до нового
    року; nyd: новии рік, нового року; christmas: різдво, різдва; one: один, одну; two: два, дві; three: три;
    four: чотири; five: п'ять; six: шість; seven: сім; eight: вісім; nine: дев'ять; ten: десять; except:
    крім, окрім; without: без; but: але; not: не, ні; included: включно; only: тільки, лише; max: максимум;
    all: весь, увесь, всю, усю, всі, усі; please: будь ласка; thank you: дякую; until eod: до кінця дня; for
    an hour: на годину; before: перед; after: після; now: зараз; first: перш*; second: друг*; third: трет*,
    третього; fourth: четверт*; back: повернуся, повернусь, повернемось; maybe: можливо, може, мабуть; if:
    якщо; about: приблизно, близько; at least: мінімум; most: не більше, не пізніше; another: ще; ago: тому;
    daily: щодня`,
  ja: `
    weekdays: 平日; oclock: 時; tomorrow: あした, あす; : の; day after tomorrow: あさって; tonight: 今夜, 今晩; hours: 時間;
    minutes: 分間; noon: 正午; and: と; or: または; month after next: 再来月; year after next: 再来年; next: 次の, 今後, 向こう,
    これからの; this: この; years hence: 年後; weekend: 週末, 土日; this weekend: 今週末; next weekend: 来週末; week after next:
    再来週; end of month: 月末, 今月末; end of year: 年末, 今年末; days: 日間; weeks: 週間; every: 毎週; every day: 毎日; –: 〜, ~;
    days hence: 日後; weeks hence: 週間後; today: きょう, ほんじつ, 本日; yesterday: きのう; months hence: か月後; months: か月;
    christmas: クリスマス; christmas eve: クリスマスイブ; nye: 大晦日, 大みそか; nyd: 元日, 元旦; end of next month: 来月末; morning:
    朝, 午前; afternoon: 午後; evening: 夜, 夕方; please: お願いします, でお願いします; just: のみ, だけ; all day: 終日, 一日中; now: 今;
    except: 除く, 以外`,
  zh: `
    weekdays: 工作日, 平日; oclock: 点; 3 days hence: 大后天; today: 今日; tomorrow: 明日; yesterday: 昨日, 前天; today and
    tomorrow: 今明2天; and: 和; ,: 、; or: 或, 或者; this week: 这周, 这个周, 今个周; next week: 下个周, 下一周; week after next:
    下下周, 下下个周; last week: 上个周; tonight: 今晚, 今夜; hours: 小时, 个小时; hence: 后, 以后, 之后; weekend: 周末; this weekend:
    这周末, 这个周末, 本周末; next weekend: 下周末, 下个周末; this month: 这个月, 今个月; next month: 下月; next year: 下年; end of
    month: 月底, 本月底; end of year: 年底; days: 天; weeks: 周, 个周; months: 个月; every: 每周; every day: 每天, 每日; –: 〜;
    sunday: 周天; christmas: 圣诞节, 圣诞; christmas eve: 平安夜; nyd: 元旦; morning: 上午, 早上; afternoon: 下午; evening: 晚上;
    please: 请; thank you: 谢谢; just: 只; all day: 全天, 整天; all week: 整周; whole: 整个; the whole weekend: 整个周末;
    next: 未来, 接下来; for: 为期; now: 现在`,
}
